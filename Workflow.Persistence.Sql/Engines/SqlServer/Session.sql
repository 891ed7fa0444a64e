-- The beginning of each call, the schema, and definitions.

-- Connections of a pool keep the isolation level of their last transaction, so each call sets it. In a transaction of the application, its own level stays.
-- statement: Level
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;

-- With XACT_ABORT, an error and a timeout roll the whole transaction back, so that no lock outlives its call.
-- statement: Begin
SET NOCOUNT ON;
SET XACT_ABORT ON;

-- The time of a call, for the statements that need it.
-- statement: Time
DECLARE @now bigint = workflow.store_time();

-- The lock is that of all schemas of all stores in the database: schemas are created rarely. Without a limit of its own, the wait ends with the timeout of the command.
-- statement: SchemaLock
DECLARE @result int;
EXEC @result = sp_getapplock @Resource = N'Workflow.Persistence.Sql', @LockMode = 'Exclusive', @LockOwner = 'Transaction';
IF @result < 0 THROW 50000, N'The lock of the schema could not be taken.', 1;
SELECT @result;

-- statement: SchemaTable
SELECT CAST(CASE WHEN OBJECT_ID(N'workflow.schema_version') IS NULL THEN 0 ELSE 1 END AS bit);

-- statement: SchemaVersion
SELECT COALESCE(MAX(version), 0) FROM workflow.schema_version;

-- statement: Definitions
SELECT definition_id, identity_text FROM workflow.definition;

-- Correct with every locking: the unique index decides. Whoever comes second finds the row of the first.
-- statement: AddDefinition
BEGIN TRY
INSERT INTO workflow.definition (identity_hash, identity_text, name, version, package)
SELECT HASHBYTES('SHA2_256', @identity), @identity, @name, @version, @package
WHERE NOT EXISTS (SELECT 1 FROM workflow.definition d WHERE d.identity_hash = HASHBYTES('SHA2_256', @identity));
END TRY
BEGIN CATCH
IF ERROR_NUMBER() NOT IN (2601, 2627) THROW;
END CATCH;

-- The mark of a call in a transaction of the application. A mark is not removed; the next one has the same name and takes its place.
-- statement: SavepointBegin
SAVE TRANSACTION store_call;

-- statement: SavepointUndo
ROLLBACK TRANSACTION store_call;

-- statement: SavepointEnd
