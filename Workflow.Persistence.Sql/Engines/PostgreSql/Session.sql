-- The schema, and definitions.

-- The number of this lock is that of all schemas of all stores in the database: schemas are created rarely.
-- statement: SchemaLock
SELECT 1 FROM pg_advisory_xact_lock(6290547153841);

-- statement: SchemaTable
SELECT to_regclass('workflow.schema_version') IS NOT NULL;

-- statement: SchemaVersion
SELECT coalesce(max(version), 0) FROM workflow.schema_version;

-- statement: Definitions
SELECT definition_id, identity FROM workflow.definition;

-- statement: AddDefinition
INSERT INTO workflow.definition (identity, name, version, package) VALUES (@identity, @name, @version, @package) ON CONFLICT DO NOTHING;

-- The mark of a call in a transaction of the application.
-- statement: SavepointBegin
SAVEPOINT store_call;

-- statement: SavepointUndo
ROLLBACK TO SAVEPOINT store_call;
RELEASE SAVEPOINT store_call;

-- statement: SavepointEnd
RELEASE SAVEPOINT store_call;
