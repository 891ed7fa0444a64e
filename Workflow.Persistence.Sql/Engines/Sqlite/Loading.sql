-- Loads. All run inside a write transaction, so that nothing changes between a look and the lock.

-- statement: LoadFind
SELECT instance_sid, instance_id, definition_id, status, lock_version, lock_owner, completed, encoding, key_id, state_size, state_check, suspicion, state
FROM workflow_instance WHERE instance_id = @instance_id;

-- statement: LoadFindBySid
SELECT instance_sid, instance_id, definition_id, status, lock_version, lock_owner, completed, encoding, key_id, state_size, state_check, suspicion, state
FROM workflow_instance WHERE instance_sid = @sid;

-- statement: LoadLock
UPDATE workflow_instance SET lock_owner = @owner, lock_version = lock_version + 1, is_unsaved = 1, runnable_at = NULL
WHERE instance_sid = @sid AND lock_version = @lock_version AND lock_owner IS NULL;

-- statement: KeysOf
SELECT key_id FROM workflow_instance_key WHERE instance_sid = @sid;

-- The first runnable instance of each definition is found by the index; the first of these is taken. Suspects for which the owner has no room are passed over.
-- statement: RunnableFind
SELECT i.instance_sid
FROM workflow_definition d
JOIN workflow_instance i ON i.instance_sid = (
    SELECT r.instance_sid FROM workflow_instance r
    WHERE r.definition_id = d.definition_id AND r.runnable_at <= @now AND r.suspicion <= @suspicion AND r.is_suspended = 0 AND r.instance_sid NOT IN (SELECT value FROM json_each(@skipped))
    ORDER BY r.runnable_at, r.turn LIMIT 1)
WHERE @definitions IS NULL OR d.definition_id IN (SELECT value FROM json_each(@definitions))
ORDER BY i.runnable_at, i.turn
LIMIT 1;

-- statement: RunnableNext
SELECT min((SELECT min(r.runnable_at) FROM workflow_instance r WHERE r.definition_id = d.definition_id AND r.runnable_at > @now AND r.is_suspended = 0))
FROM workflow_definition d
WHERE @definitions IS NULL OR d.definition_id IN (SELECT value FROM json_each(@definitions));

-- statement: LeaseNext
SELECT min(lease_until) FROM workflow_owner WHERE lease_until > @now;
