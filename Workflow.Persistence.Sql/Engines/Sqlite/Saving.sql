-- Saves and unlocks. Each statement that changes an instance checks the owner and the lock version itself.

-- The definition is written once: it is the same in each save.
-- statement: SaveFirst
INSERT INTO workflow_instance (
    instance_id, definition_id, status, lock_version, lock_owner, runnable_at, turn, due, created, updated, completed, bookmarks_hash, promoted_hash,
    encoding, key_id, state_size, state_check, initial_values, saved_values, state)
SELECT
    @instance_id, @definition, @status, 1, @lock_owner, @runnable_at, @turn, @due, @now, @now, @completed, @bookmarks_hash, @promoted_hash,
    @encoding, @key_id, @state_size, @state_check, @initial_values, @saved_values, @state
WHERE EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000)
ON CONFLICT DO NOTHING
RETURNING instance_sid;

-- statement: SaveFind
SELECT instance_sid, bookmarks_hash, promoted_hash, inbox, inbox_idle FROM workflow_instance
WHERE instance_id = @instance_id AND lock_owner = @owner AND lock_version = @lock_version
    AND EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000);

-- statement: SaveLater
UPDATE workflow_instance SET
    status = @status, lock_owner = @lock_owner, is_unsaved = 0, runnable_at = @runnable_at, turn = @turn, due = @due, updated = @now, completed = @completed,
    failures = 0, last_failure = NULL, retry_at = NULL, is_suspended = 0, suspicion = 0, bookmarks_hash = @bookmarks_hash, promoted_hash = @promoted_hash, inbox = @inbox, inbox_idle = @inbox_idle,
    encoding = @encoding, key_id = @key_id, state_size = @state_size, state_check = @state_check, saved_values = @saved_values, state = @state
WHERE instance_sid = @sid AND lock_owner = @owner AND lock_version = @lock_version;

-- A save that keeps its lock and says nothing about messages, when bookmarks and promoted values are those of the row, and the save before left no messages. The owner is checked here, as there is no statement before it.
-- statement: SaveSame
UPDATE workflow_instance SET
    status = @status, lock_owner = @lock_owner, is_unsaved = 0, runnable_at = @runnable_at, turn = @turn, due = @due, updated = @now, completed = @completed,
    failures = 0, last_failure = NULL, retry_at = NULL, is_suspended = 0, suspicion = 0,
    encoding = @encoding, key_id = @key_id, state_size = @state_size, state_check = @state_check, saved_values = @saved_values, state = @state
WHERE instance_id = @instance_id AND lock_owner = @owner AND lock_version = @lock_version AND bookmarks_hash = @bookmarks_hash AND promoted_hash = @promoted_hash AND inbox_idle <= 0
    AND EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000);

-- statement: SaveDelete
DELETE FROM workflow_instance WHERE instance_sid = @sid AND lock_owner = @owner AND lock_version = @lock_version;

-- statement: InstanceExists
SELECT instance_sid FROM workflow_instance WHERE instance_id = @instance_id;

-- statement: InstanceIdOf
SELECT instance_id FROM workflow_instance WHERE instance_sid = @sid;

-- statement: KeyFind
SELECT instance_sid FROM workflow_instance_key WHERE key_id = @key;

-- statement: KeyAdd
INSERT INTO workflow_instance_key (key_id, instance_sid) VALUES (@key, @sid) ON CONFLICT DO NOTHING;

-- statement: KeyRemove
DELETE FROM workflow_instance_key WHERE key_id = @key AND instance_sid = @sid;

-- statement: KeysRemove
DELETE FROM workflow_instance_key WHERE instance_sid = @sid;

-- statement: BookmarksFind
SELECT name, owner_display_name, scope_id, since FROM workflow_bookmark WHERE instance_sid = @sid;

-- statement: BookmarksRemove
DELETE FROM workflow_bookmark WHERE instance_sid = @sid;

-- statement: BookmarkAdd
INSERT INTO workflow_bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since) VALUES (@sid, @ordinal, @name, @owner_display_name, @scope_id, @since);

-- statement: PromotedRemove
DELETE FROM workflow_promoted WHERE instance_sid = @sid AND is_initial <= @is_initial;

-- statement: PromotedAdd
INSERT INTO workflow_promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
VALUES (@sid, @promotion, @name, @is_initial, @text, @number, @time, @flag, @id);

-- What was loaded and not saved goes behind what is runnable already: it gets the time of now, and a new turn.
-- statement: Unlock
UPDATE workflow_instance SET
    lock_owner = NULL,
    turn = @turn,
    inbox_idle = max(inbox_idle, 0),
    runnable_at = CASE
        WHEN is_suspended = 1 THEN NULL
        WHEN status = 0 OR (is_unsaved = 1 AND due < @now) OR (inbox > max(inbox_idle, 0) AND coalesce(due, @now + 1) > @now) THEN max(@now, coalesce(retry_at, @now))
        ELSE max(due, coalesce(retry_at, due)) END
WHERE instance_id = @instance_id AND lock_owner = @owner AND lock_version = @lock_version
    AND EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000);

-- statement: FailuresFind
SELECT failures FROM workflow_instance
WHERE instance_id = @instance_id AND lock_owner = @owner AND lock_version = @lock_version
    AND EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000);

-- @retry_at is null when the instance is suspended.
-- statement: UnlockFailed
UPDATE workflow_instance SET
    lock_owner = NULL,
    turn = @turn,
    failures = @failures,
    last_failure = @failure,
    retry_at = @retry_at,
    is_suspended = CASE WHEN @retry_at IS NULL THEN 1 ELSE 0 END,
    inbox_idle = max(inbox_idle, 0),
    runnable_at = CASE
        WHEN status = 0 OR (is_unsaved = 1 AND due < @now) OR (inbox > max(inbox_idle, 0) AND coalesce(due, @now + 1) > @now) THEN max(@now, @retry_at)
        ELSE max(due, @retry_at) END
WHERE instance_id = @instance_id AND lock_owner = @owner AND lock_version = @lock_version
    AND EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000);

-- The owner suspends the instance.
-- statement: Suspend
UPDATE workflow_instance SET
    lock_owner = NULL, turn = @turn, inbox_idle = max(inbox_idle, 0), last_failure = @failure, retry_at = NULL, is_suspended = 1, runnable_at = NULL
WHERE instance_id = @instance_id AND lock_owner = @owner AND lock_version = @lock_version
    AND EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000);

-- An instance that was suspended is looked after in any case.
-- statement: Continue
UPDATE workflow_instance SET
    turn = @turn,
    failures = 0,
    last_failure = NULL,
    retry_at = NULL,
    is_suspended = 0,
    suspicion = 0,
    runnable_at = CASE
        WHEN status = 0 OR (is_unsaved = 1 AND due < @now) OR (inbox > max(inbox_idle, 0) AND coalesce(due, @now + 1) > @now) THEN @now
        WHEN due IS NOT NULL THEN due
        WHEN is_suspended = 1 THEN @now END
WHERE instance_id = @instance_id AND lock_owner IS NULL AND (failures > 0 OR suspicion > 0 OR is_suspended = 1) AND completed IS NULL;

-- statement: TerminateFind
SELECT instance_sid FROM workflow_instance WHERE instance_id = @instance_id AND lock_owner IS NULL AND (failures > 0 OR suspicion > 0 OR is_suspended = 1) AND completed IS NULL;

-- An administrator ends the instance as faulted (4). Its failures stay for queries.
-- statement: Terminate
UPDATE workflow_instance SET
    status = 4, lock_version = lock_version + 1, is_unsaved = 0, runnable_at = NULL, due = NULL, updated = @now, completed = @now, retry_at = NULL, is_suspended = 0, bookmarks_hash = 0, inbox = 0, inbox_idle = 0
WHERE instance_sid = @sid;

-- statement: TerminateDelete
DELETE FROM workflow_instance WHERE instance_sid = @sid;

-- statement: PurgeFind
SELECT instance_sid FROM workflow_instance WHERE completed <= @before ORDER BY completed LIMIT @limit;

-- statement: PurgeInstance
DELETE FROM workflow_instance WHERE instance_sid = @sid AND completed IS NOT NULL;
