-- Version of the drivers that read an answer. Null where it was read before there were versions
ALTER TABLE "result" ADD COLUMN "first_parser_version" INTEGER;
