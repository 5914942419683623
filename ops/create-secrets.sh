#!/bin/sh
# Creates the secrets of compose.yaml, once. Keep a copy: without secret_key, stored credentials cannot be decrypted.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
[ -e secrets/secret_key ] && { echo 'The folder ops/secrets already contains secrets.' >&2; exit 1; }
openssl rand -base64 32 > secrets/secret_key
openssl rand -hex 24 > secrets/database_password
printf 'postgres://answergraph:%s@postgres:5432/answergraph' "$(cat secrets/database_password)" > secrets/database_url
# The container reads them as the user 10001.
chmod 644 secrets/*
