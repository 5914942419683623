# The server without the embedded PostgreSQL: it needs DATABASE_URL and SECRET_KEY (docs/containers.md).
# Build: docker build --build-arg VERSION=$(npm pkg get version | tr -d '"') --tag answergraph .

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
RUN npm ci
COPY . .
RUN node build.js && find dist -name '*.map' -delete && rm -f dist/.hash
# The libraries that are not part of the bundle.
RUN npm ci --omit=dev --omit=optional --workspaces=false && rm -rf node_modules/@answergraph

FROM debian:bookworm-slim
ARG VERSION=unknown
LABEL org.opencontainers.image.title="Answergraph" \
      org.opencontainers.image.description="Measures how AI answers describe brands." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="$VERSION"
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin answergraph \
 && install --directory --owner answergraph --group answergraph /data
# Vendors are reached over TLS with the certificates that are part of Node.js.
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE /build/CHANGELOG.md /build/schema.graphql ./
COPY --from=build /build/bin bin
COPY --from=build /build/dist dist
COPY --from=build /build/docs docs
COPY --from=build /build/prisma/migrations prisma/migrations
COPY --from=build /build/node_modules node_modules
RUN ln -s /app/bin/answergraph.js /usr/local/bin/answergraph
# The only folder that is written: RECORD_ANSWERS and a cache of compiled code. The root file system can be read-only.
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA_DIR=/data DRAIN_SECONDS=5 NODE_COMPILE_CACHE=/data/compile-cache
USER answergraph
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Start it with an init process (docker run --init, or tini), which forwards signals and removes zombies.
ENTRYPOINT ["node", "/app/bin/answergraph.js"]
CMD ["start"]
