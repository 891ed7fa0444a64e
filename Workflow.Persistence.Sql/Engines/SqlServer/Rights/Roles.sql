-- Roles with the least rights, for SQL Server 2017 and later. Run the file in the database after the schema was created, and again after each upgrade, with a tool that knows the line GO, as
-- a login that may create roles and grant rights on the schema. Then give the roles to users, as in: ALTER ROLE workflow_host ADD MEMBER orders_user;
-- For two schemas in one database, change the name 'workflow' in the whole file.

IF DATABASE_PRINCIPAL_ID(N'workflow_owner') IS NULL CREATE ROLE workflow_owner;
IF DATABASE_PRINCIPAL_ID(N'workflow_host') IS NULL CREATE ROLE workflow_host;
IF DATABASE_PRINCIPAL_ID(N'workflow_reader') IS NULL CREATE ROLE workflow_reader;
GO

-- The owner creates and upgrades. CONTROL includes all rights on what is in the schema; to create an object, the right to create its kind is needed too.
GRANT CONTROL ON SCHEMA::workflow TO workflow_owner;
GO
GRANT CREATE SCHEMA, CREATE TABLE, CREATE VIEW, CREATE FUNCTION, CREATE PROCEDURE TO workflow_owner;
GO

-- A host saves and loads instances. It changes no definition, no object, and not the version of the schema.
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.owner TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.instance TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.bookmark TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.instance_key TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.promoted TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.message TO workflow_host;
GRANT SELECT, INSERT, UPDATE, DELETE ON workflow.request TO workflow_host;
GRANT SELECT, INSERT ON workflow.definition TO workflow_host;
GRANT SELECT ON workflow.schema_version TO workflow_host;
GRANT UPDATE ON workflow.turn TO workflow_host;
GRANT EXECUTE ON workflow.store_time TO workflow_host;
GRANT EXECUTE ON workflow.lock_instance TO workflow_host;
GRANT EXECUTE ON workflow.save_batch TO workflow_host;
GRANT EXECUTE ON workflow.send_message TO workflow_host;
GRANT SELECT ON workflow.instances TO workflow_host;
GRANT SELECT ON workflow.active_bookmarks TO workflow_host;
GRANT SELECT ON workflow.messages TO workflow_host;
GRANT SELECT ON workflow.promoted_properties TO workflow_host;
GRANT SELECT ON workflow.definitions TO workflow_host;
GO

-- A reader sees the views, and no state of an instance.
GRANT SELECT ON workflow.instances TO workflow_reader;
GRANT SELECT ON workflow.active_bookmarks TO workflow_reader;
GRANT SELECT ON workflow.messages TO workflow_reader;
GRANT SELECT ON workflow.promoted_properties TO workflow_reader;
GRANT SELECT ON workflow.definitions TO workflow_reader;
GRANT EXECUTE ON workflow.store_time TO workflow_reader;
GO
