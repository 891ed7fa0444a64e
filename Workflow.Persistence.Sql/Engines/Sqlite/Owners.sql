-- Owners and their leases. Each write transaction but those of saves ends the owners whose leases are over before it does anything else; a save checks the lease of its own owner.
-- No lease is longer than two days (172800000000 microseconds): one that is, or that is no number, is damaged. So a damaged row keeps no instance for ever.
-- A lease that looks as if it were over is over unless the clocks of the processes differ ('SqliteLeases').

-- statement: OwnerCreate
INSERT INTO workflow_owner (owner_id, name, machine, max_failures, lease_until, process) VALUES (@owner_id, @name, @machine, @max_failures, @lease_until, @process) RETURNING owner_sid;

-- statement: OwnerProcesses
SELECT DISTINCT process FROM workflow_owner WHERE machine = @machine AND typeof(process) = 'text' AND lease_until > @now;

-- The process has ended and left its owners: their leases are over at once.
-- statement: OwnersDied
UPDATE workflow_owner SET lease_until = @now WHERE process = @process AND lease_until > @now;

-- An owner whose lease is over does not come back to life.
-- statement: OwnerRenew
UPDATE workflow_owner SET lease_until = @lease_until WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000;

-- The lease was renewed while a transaction had the file, from @now on, so that nobody could end the owner since.
-- statement: OwnerExtend
UPDATE workflow_owner SET lease_until = @lease_until WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000;

-- statement: OwnerEnd
UPDATE workflow_owner SET lease_until = 0 WHERE owner_sid = @owner AND owner_id = @owner_id;

-- statement: OwnerIsValid
SELECT 1 FROM workflow_owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > @now AND lease_until < @now + 172800000000;

-- statement: OwnerOfLock
SELECT owner_id, name, lease_until, max_failures FROM workflow_owner WHERE owner_sid = @owner;

-- statement: OwnersExpired
SELECT owner_sid, owner_id, name, lease_until, max_failures FROM workflow_owner WHERE lease_until <= @now OR lease_until >= @now + 172800000000 LIMIT 100;

-- What an owner held that is gone: a host has to look after it, whatever it was doing, unless it was suspended. An instance that was only loaded may be what ended its owner, if that has died: it becomes a
-- suspect. Of suspects with the suspicion 3, an owner loads one alone ('SuspectWindow'), so that the end of this owner is a failure of the instance.
-- statement: OwnerAbandon
UPDATE workflow_instance SET
    lock_owner = NULL,
    turn = @turn,
    runnable_at = CASE WHEN is_suspended = 1 OR (@has_died = 1 AND is_unsaved = 1 AND suspicion >= 3 AND failures + 1 >= @max_failures) THEN NULL ELSE @now END,
    retry_at = CASE
        WHEN @has_died = 0 OR is_unsaved = 0 OR is_suspended = 1 THEN retry_at
        WHEN suspicion >= 3 AND failures + 1 >= @max_failures THEN NULL
        ELSE @now END,
    is_suspended = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND suspicion >= 3 AND failures + 1 >= @max_failures THEN 1 ELSE is_suspended END,
    last_failure = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND is_suspended = 0 THEN @failure ELSE last_failure END,
    failures = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND is_suspended = 0 AND suspicion >= 3 THEN min(failures, 2147483646) + 1 ELSE failures END,
    suspicion = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND is_suspended = 0 AND suspicion < 3 THEN suspicion + 1 ELSE suspicion END
WHERE instance_sid IN (SELECT instance_sid FROM workflow_instance WHERE lock_owner = @owner LIMIT @limit);

-- The same for one instance, which a load found held by an owner that is gone.
-- statement: OwnerAbandonOne
UPDATE workflow_instance SET
    lock_owner = NULL,
    turn = @turn,
    runnable_at = CASE WHEN is_suspended = 1 OR (@has_died = 1 AND is_unsaved = 1 AND suspicion >= 3 AND failures + 1 >= @max_failures) THEN NULL ELSE @now END,
    retry_at = CASE
        WHEN @has_died = 0 OR is_unsaved = 0 OR is_suspended = 1 THEN retry_at
        WHEN suspicion >= 3 AND failures + 1 >= @max_failures THEN NULL
        ELSE @now END,
    is_suspended = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND suspicion >= 3 AND failures + 1 >= @max_failures THEN 1 ELSE is_suspended END,
    last_failure = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND is_suspended = 0 THEN @failure ELSE last_failure END,
    failures = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND is_suspended = 0 AND suspicion >= 3 THEN min(failures, 2147483646) + 1 ELSE failures END,
    suspicion = CASE WHEN @has_died = 1 AND is_unsaved = 1 AND is_suspended = 0 AND suspicion < 3 THEN suspicion + 1 ELSE suspicion END
WHERE instance_sid = @sid AND lock_owner = @owner;

-- statement: OwnerHolds
SELECT instance_sid FROM workflow_instance WHERE lock_owner = @owner LIMIT @limit;

-- Locks of owners whose rows were removed by hand. By the index of locked instances, once for each start.
-- statement: OwnerOrphans
SELECT instance_sid, lock_owner FROM workflow_instance
WHERE lock_owner IS NOT NULL AND NOT EXISTS (SELECT 1 FROM workflow_owner WHERE owner_sid = lock_owner)
LIMIT @limit;

-- statement: OwnerForget
DELETE FROM workflow_owner WHERE owner_sid = @owner AND NOT EXISTS (SELECT 1 FROM workflow_instance WHERE lock_owner = @owner);
