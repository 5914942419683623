-- What a key may do. Existing keys keep what they can do.
CREATE TYPE "KeyScope" AS ENUM ('read', 'run', 'write', 'admin');
ALTER TABLE api_key ADD COLUMN scopes "KeyScope"[] DEFAULT ARRAY['read', 'run', 'write']::"KeyScope"[];
UPDATE api_key SET scopes = '{read,run,write,admin}' WHERE admin;
-- The column admin stays for one version, so that processes of the former version still work.
