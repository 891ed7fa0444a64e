-- Statements of a connection itself. @now and all other times are microseconds since 1970-01-01 in UTC.

-- statement: Begin
BEGIN IMMEDIATE;

-- statement: BeginRead
BEGIN DEFERRED;

-- statement: Commit
COMMIT;

-- statement: Rollback
ROLLBACK;

-- statement: SavepointBegin
SAVEPOINT probe;

-- statement: SavepointUndo
ROLLBACK TO probe;

-- statement: SavepointEnd
RELEASE probe;

-- statement: SchemaTable
SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'workflow_schema';

-- statement: SchemaVersion
SELECT max(version) FROM workflow_schema;

-- statement: Definitions
SELECT definition_id, name, version, package, identity FROM workflow_definition WHERE definition_id > @after ORDER BY definition_id;

-- statement: AddDefinition
INSERT INTO workflow_definition (identity, name, version, package) VALUES (@identity, @name, @version, @package) ON CONFLICT DO NOTHING;
