-- Saves and unlocks of many instances at once: each parameter is an array with one element for each row, and 'place' is the place of the call in its batch.
-- Each statement that changes an instance checks the owner and the lock version itself, and returns the rows that it has changed.
-- IS NOT DISTINCT FROM stands where a comparison must not use an index: an owner can hold very many instances, and a name can stand for very many bookmarks.

-- All statements lock instances in the order of their numbers, so that batches cannot wait for each other in a circle. What follows sees what was committed before the lock.
-- statement: Lock
SELECT 1 FROM workflow.instance WHERE instance_id = ANY (@ids) ORDER BY instance_sid FOR UPDATE;

-- The definition is written once: it is the same in each save.
-- statement: SaveFirst
WITH input AS (
    SELECT * FROM unnest(
        @places, @ids, @owners, @owner_ids, @definitions, @statuses, @gives_back, @completes, @due_in, @bookmarks_hashes, @promoted_hashes,
        @encodings, @key_ids, @sizes, @checks, @initial_values, @saved_values, @states)
    AS r (place, instance_id, owner_sid, owner_id, definition_id, status, gives_back, completes, due_in, bookmarks_hash, promoted_hash,
        encoding, key_id, state_size, state_check, initial_values, saved_values, state)
), key_added AS (
    SELECT * FROM unnest(@added_places, @added_keys) AS k (place, key_id)
), start AS (
    SELECT * FROM unnest(@start_places, @starts) AS q (place, request_id)
), inserted AS (
    INSERT INTO workflow.instance (
        instance_id, definition_id, status, lock_version, lock_owner, runnable_at, turn, due, created, updated, completed, bookmarks_hash, promoted_hash,
        encoding, key_id, state_size, state_check, initial_values, saved_values, state)
    SELECT
        r.instance_id, r.definition_id, r.status, 1, CASE WHEN NOT r.gives_back THEN r.owner_sid END,
        CASE WHEN r.gives_back AND NOT r.completes THEN CASE WHEN r.status = 0 THEN t.now ELSE d.due END END,
        nextval('workflow.turn'), d.due, t.now, t.now, CASE WHEN r.completes THEN t.now END, r.bookmarks_hash, r.promoted_hash,
        r.encoding, r.key_id, r.state_size, r.state_check, r.initial_values, r.saved_values, r.state
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    CROSS JOIN LATERAL (SELECT workflow.later(t.now, r.due_in) AS due) d
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
    WHERE NOT EXISTS (SELECT 1 FROM key_added a JOIN workflow.instance_key k ON k.key_id = a.key_id WHERE a.place = r.place)
        AND NOT EXISTS (SELECT 1 FROM start q JOIN workflow.request p ON p.request_id = q.request_id AND p.is_start WHERE q.place = r.place)
    ORDER BY r.instance_id
    ON CONFLICT (instance_id) DO NOTHING
    RETURNING instance_sid, instance_id, created
), saved AS (
    SELECT r.place, i.instance_sid, i.created AS now FROM inserted i JOIN input r ON r.instance_id = i.instance_id
), started AS (
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    SELECT q.request_id, true, r.instance_id, 0, s.now FROM start q JOIN saved s ON s.place = q.place JOIN input r ON r.place = q.place
), bookmarks AS (
    INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
    SELECT s.instance_sid, b.ordinal, b.name, b.owner_display_name, b.scope_id, s.now
    FROM saved s
    JOIN unnest(@bookmark_places, @bookmark_ordinals, @bookmark_names, @bookmark_owners, @bookmark_scopes) AS b (place, ordinal, name, owner_display_name, scope_id)
        ON b.place = s.place
), promoted AS (
    INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
    SELECT s.instance_sid, p.promotion, p.name, p.is_initial, p.text_value, p.number_value::numeric,
        timestamptz 'epoch' + (p.time_value / 1000000) * interval '1 second' + (p.time_value % 1000000) * interval '1 microsecond', p.flag_value, p.id_value
    FROM saved s
    JOIN unnest(@promoted_places, @promotions, @promoted_names, @promoted_initial, @promoted_texts, @promoted_numbers, @promoted_times, @promoted_flags, @promoted_ids)
        AS p (place, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value) ON p.place = s.place
), keys AS (
    INSERT INTO workflow.instance_key (key_id, instance_sid)
    SELECT a.key_id, s.instance_sid FROM saved s JOIN key_added a ON a.place = s.place ORDER BY a.key_id
)
SELECT place FROM saved;

-- A first save of an instance that has completed, of which nothing is kept but the request that started it.
-- statement: SaveStart
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @starts) AS r (place, instance_id, owner_sid, owner_id, request_id)
), started AS (
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    SELECT r.request_id, true, r.instance_id, 0, t.now
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
    WHERE NOT EXISTS (SELECT 1 FROM workflow.instance i WHERE i.instance_id = r.instance_id)
        AND NOT EXISTS (SELECT 1 FROM unnest(@added_places, @added_keys) AS a (place, key_id) JOIN workflow.instance_key k ON k.key_id = a.key_id WHERE a.place = r.place)
    ON CONFLICT DO NOTHING
    RETURNING request_id, instance_id
)
SELECT r.place FROM input r JOIN started s ON s.request_id = r.request_id AND s.instance_id = r.instance_id;

-- What a save says about messages is 'counted' where there are any. A count that is too high, after a repair by hand for instance, would let hosts load an instance again and again, so it is
-- checked before the instance becomes runnable by it.
-- statement: SaveLater
WITH input AS (
    SELECT * FROM unnest(
        @places, @ids, @owners, @owner_ids, @lock_versions, @statuses, @gives_back, @completes, @due_in, @bookmark_counts, @bookmarks_hashes, @promoted_hashes,
        @encodings, @key_ids, @sizes, @checks, @saved_values, @lefts, @states)
    AS r (place, instance_id, owner_sid, owner_id, lock_version, status, gives_back, completes, due_in, bookmark_count, bookmarks_hash, promoted_hash,
        encoding, key_id, state_size, state_check, saved_values, messages_left, state)
), key_added AS (
    SELECT * FROM unnest(@added_places, @added_keys) AS k (place, key_id)
), held AS (
    SELECT r.*, i.instance_sid, t.now, workflow.later(t.now, r.due_in) AS due,
        i.bookmarks_hash <> r.bookmarks_hash AS has_other_bookmarks, i.promoted_hash <> r.promoted_hash AS has_other_promoted,
        i.inbox, i.inbox_idle
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
    JOIN workflow.instance i ON i.instance_id = r.instance_id AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
    WHERE NOT EXISTS (
        SELECT 1 FROM key_added a JOIN workflow.instance_key k ON k.key_id = a.key_id WHERE a.place = r.place AND k.instance_sid <> i.instance_sid)
), consumed AS (
    DELETE FROM workflow.message m
    USING held h
    JOIN unnest(@consumed_places, @consumed) AS c (place, sequence) ON c.place = h.place
    WHERE m.sequence = c.sequence AND m.instance_sid = h.instance_sid
    RETURNING h.place
), counted AS (
    SELECT h.place, CASE WHEN w.has_work THEN n.inbox ELSE least(n.inbox, n.idle) END AS inbox, n.idle, w.has_work
    FROM held h
    CROSS JOIN LATERAL (SELECT count(*)::integer AS consumed FROM consumed c WHERE c.place = h.place) c
    CROSS JOIN LATERAL (SELECT greatest(h.inbox - c.consumed, 0) AS inbox) a
    CROSS JOIN LATERAL (
        SELECT a.inbox, CASE
            WHEN h.inbox_idle < 0 AND NOT h.gives_back THEN h.inbox_idle
            ELSE greatest(least(h.messages_left + least(h.inbox_idle, 0), a.inbox), 0) END AS idle) n
    CROSS JOIN LATERAL (
        SELECT NOT h.gives_back OR (n.inbox > n.idle
            AND (SELECT count(*) FROM (SELECT 1 FROM workflow.message m WHERE m.instance_sid = h.instance_sid LIMIT n.idle::bigint + c.consumed + 1) m) - c.consumed > n.idle) AS has_work) w
    WHERE h.inbox > 0 AND NOT h.completes
), saved AS (
    UPDATE workflow.instance i SET
        status = h.status,
        lock_owner = CASE WHEN NOT h.gives_back THEN h.owner_sid END,
        is_unsaved = false,
        inbox = coalesce(c.inbox, 0),
        inbox_idle = coalesce(c.idle, 0),
        runnable_at = CASE WHEN h.gives_back AND NOT h.completes
            THEN CASE WHEN h.status = 0 OR (c.has_work AND coalesce(h.due > h.now, true)) THEN h.now ELSE h.due END END,
        turn = CASE WHEN h.gives_back AND NOT h.completes THEN nextval('workflow.turn') ELSE i.turn END,
        due = h.due,
        updated = h.now,
        completed = CASE WHEN h.completes THEN h.now END,
        failures = 0, last_failure = NULL, retry_at = NULL, is_set_aside = false,
        bookmarks_hash = h.bookmarks_hash, promoted_hash = h.promoted_hash,
        encoding = h.encoding, key_id = h.key_id, state_size = h.state_size, state_check = h.state_check, saved_values = h.saved_values, state = h.state
    FROM held h
    LEFT JOIN counted c ON c.place = h.place
    WHERE i.instance_sid = h.instance_sid AND i.lock_owner IS NOT DISTINCT FROM h.owner_sid AND i.lock_version = h.lock_version
    RETURNING h.place, i.instance_sid, h.now, h.completes, h.bookmark_count, h.has_other_bookmarks, h.has_other_promoted, h.inbox
), messages_ended AS (
    DELETE FROM workflow.message m USING saved s WHERE s.completes AND s.inbox > 0 AND m.instance_sid = s.instance_sid
), bookmarks AS (
    INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
    SELECT s.instance_sid, b.ordinal, b.name, b.owner_display_name, b.scope_id,
        coalesce(
            (SELECT min(old.since) FROM workflow.bookmark old
                WHERE old.instance_sid = s.instance_sid AND old.name = b.name AND old.owner_display_name = b.owner_display_name AND old.scope_id IS NOT DISTINCT FROM b.scope_id),
            s.now)
    FROM saved s
    JOIN unnest(@bookmark_places, @bookmark_ordinals, @bookmark_names, @bookmark_owners, @bookmark_scopes) AS b (place, ordinal, name, owner_display_name, scope_id)
        ON b.place = s.place
    WHERE s.has_other_bookmarks
    ON CONFLICT (instance_sid, ordinal) DO UPDATE SET
        name = excluded.name, owner_display_name = excluded.owner_display_name, scope_id = excluded.scope_id, since = excluded.since
), bookmarks_removed AS (
    DELETE FROM workflow.bookmark b USING saved s WHERE s.has_other_bookmarks AND b.instance_sid = s.instance_sid AND b.ordinal >= s.bookmark_count
), promoted_input AS (
    SELECT * FROM unnest(@promoted_places, @promotions, @promoted_names, @promoted_texts, @promoted_numbers, @promoted_times, @promoted_flags, @promoted_ids)
        AS p (place, promotion, name, text_value, number_value, time_value, flag_value, id_value)
), promoted AS (
    INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
    SELECT s.instance_sid, p.promotion, p.name, false, p.text_value, p.number_value::numeric,
        timestamptz 'epoch' + (p.time_value / 1000000) * interval '1 second' + (p.time_value % 1000000) * interval '1 microsecond', p.flag_value, p.id_value
    FROM saved s
    JOIN promoted_input p ON p.place = s.place
    WHERE s.has_other_promoted
    ON CONFLICT (instance_sid, promotion, name, is_initial) DO UPDATE SET
        text_value = excluded.text_value, number_value = excluded.number_value, time_value = excluded.time_value, flag_value = excluded.flag_value, id_value = excluded.id_value
), promoted_names AS MATERIALIZED (
    -- One array for each instance: without it, each old row would be compared with the new rows of the whole batch.
    SELECT place, array_agg(length(promotion) || ':' || promotion || name) AS names FROM promoted_input GROUP BY place
), promoted_removed AS (
    DELETE FROM workflow.promoted p USING saved s LEFT JOIN promoted_names n ON n.place = s.place
    WHERE s.has_other_promoted AND p.instance_sid = s.instance_sid AND NOT p.is_initial
        AND (n.names IS NULL OR length(p.promotion) || ':' || p.promotion || p.name <> ALL (n.names))
), keys AS (
    INSERT INTO workflow.instance_key (key_id, instance_sid)
    SELECT a.key_id, s.instance_sid
    FROM saved s
    JOIN key_added a ON a.place = s.place
    WHERE NOT EXISTS (SELECT 1 FROM workflow.instance_key k WHERE k.key_id = a.key_id)
    ORDER BY a.key_id
), keys_removed AS (
    DELETE FROM workflow.instance_key k USING saved s
    WHERE k.instance_sid = s.instance_sid
        AND (s.completes OR EXISTS (SELECT 1 FROM unnest(@removed_places, @removed_keys) AS r (place, key_id) WHERE r.place = s.place AND r.key_id = k.key_id))
)
SELECT place FROM saved;

-- statement: SaveDelete
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions) AS r (place, instance_id, owner_sid, owner_id, lock_version)
), saved AS (
    DELETE FROM workflow.instance i
    USING input r
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > workflow.store_time()
    WHERE i.instance_id = r.instance_id AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
    RETURNING r.place, i.instance_sid, i.inbox
), messages AS (
    DELETE FROM workflow.message m USING saved s WHERE s.inbox > 0 AND m.instance_sid = s.instance_sid
), keys AS (
    DELETE FROM workflow.instance_key k USING saved s WHERE k.instance_sid = s.instance_sid
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING saved s WHERE b.instance_sid = s.instance_sid
), promoted AS (
    DELETE FROM workflow.promoted p USING saved s WHERE p.instance_sid = s.instance_sid
)
SELECT place FROM saved;

-- What was loaded and not saved goes behind what is runnable already: it gets the time of now, and a new turn.
-- statement: Unlock
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions) AS r (place, instance_id, owner_sid, owner_id, lock_version)
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    inbox_idle = greatest(i.inbox_idle, 0),
    runnable_at = CASE
        WHEN i.is_set_aside THEN NULL
        WHEN i.status = 0 OR (i.is_unsaved AND i.due < t.now) OR (i.inbox > greatest(i.inbox_idle, 0) AND coalesce(i.due > t.now, true)) THEN greatest(t.now, i.retry_at)
        WHEN i.due IS NOT NULL THEN greatest(i.due, i.retry_at) END
FROM input r
CROSS JOIN (SELECT workflow.store_time() AS now) t
JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
WHERE i.instance_id = r.instance_id AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
RETURNING r.place;

-- The delays are those of 'InstanceOwnerOptions.RetryDelayAfter'.
-- statement: UnlockFailed
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions, @failures, @max_failures, @first_delays, @max_delays)
        AS r (place, instance_id, owner_sid, owner_id, lock_version, failure, max_failures, first_delay, max_delay)
), held AS (
    SELECT r.*, i.instance_sid, t.now, least(i.failures, 2147483645) + 1 AS failures,
        CASE WHEN i.failures < r.max_failures - 1
            THEN coalesce(workflow.later(t.now, least(r.first_delay * power(2, least(i.failures, 60)), r.max_delay)::bigint), '9999-12-30Z') END AS retry_at
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
    JOIN workflow.instance i ON i.instance_id = r.instance_id AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    failures = h.failures,
    last_failure = h.failure,
    retry_at = h.retry_at,
    is_set_aside = h.retry_at IS NULL,
    inbox_idle = greatest(i.inbox_idle, 0),
    runnable_at = CASE
        WHEN h.retry_at IS NULL THEN NULL
        WHEN i.status = 0 OR (i.is_unsaved AND i.due < h.now) OR (i.inbox > greatest(i.inbox_idle, 0) AND coalesce(i.due > h.now, true)) THEN greatest(h.now, h.retry_at)
        WHEN i.due IS NOT NULL THEN greatest(i.due, h.retry_at) END
FROM held h
WHERE i.instance_sid = h.instance_sid AND i.lock_owner IS NOT DISTINCT FROM h.owner_sid AND i.lock_version = h.lock_version
RETURNING h.place;

-- The owners set the instances aside.
-- statement: Suspend
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions, @failures) AS r (place, instance_id, owner_sid, owner_id, lock_version, failure)
)
UPDATE workflow.instance i SET
    lock_owner = NULL,
    turn = nextval('workflow.turn'),
    inbox_idle = greatest(i.inbox_idle, 0),
    last_failure = r.failure,
    retry_at = NULL,
    is_set_aside = true,
    runnable_at = NULL
FROM input r
CROSS JOIN (SELECT workflow.store_time() AS now) t
JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
WHERE i.instance_id = r.instance_id AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
RETURNING r.place;

-- Why a call has changed nothing: whether its owner lives, whether the instance is there and held by the call, a key that another instance has, and the instance that its request has started.
-- 'is_written' says that the row is as the call leaves it: nobody has locked the instance since, so an attempt whose answer was lost has written it.
-- statement: Refusal
SELECT
    EXISTS (SELECT 1 FROM workflow.owner WHERE owner_sid = @owner AND owner_id = @owner_id AND lease_until > workflow.store_time()) AS has_owner,
    i.instance_sid IS NOT NULL AS is_saved,
    coalesce(i.lock_owner = @owner AND i.lock_version = @lock_version, false) AS is_held,
    k.key_id AS taken_key,
    k.instance_id AS taken_by,
    coalesce(
        i.lock_version = greatest(@lock_version, 1)
            AND (NOT @has_state OR i.state_check = @state_check)
            AND CASE WHEN @gives_back THEN i.lock_owner IS NULL ELSE i.lock_owner = @owner END,
        @deletes) AS is_written,
    q.instance_id AS started
FROM (SELECT 1) one
LEFT JOIN workflow.instance i ON i.instance_id = @instance_id
LEFT JOIN workflow.request q ON @has_start AND q.request_id = @start AND q.is_start
LEFT JOIN LATERAL (
    SELECT k.key_id, holder.instance_id
    FROM workflow.instance_key k
    LEFT JOIN workflow.instance holder ON holder.instance_sid = k.instance_sid
    WHERE k.key_id = ANY (@keys) AND k.instance_sid IS DISTINCT FROM i.instance_sid
    ORDER BY k.key_id
    LIMIT 1) k ON true;

-- An instance that was set aside is looked after in any case.
-- statement: Release
UPDATE workflow.instance i SET
    turn = nextval('workflow.turn'),
    failures = 0,
    last_failure = NULL,
    retry_at = NULL,
    is_set_aside = false,
    runnable_at = CASE
        WHEN i.status = 0 OR (i.is_unsaved AND i.due < workflow.store_time()) OR (i.inbox > greatest(i.inbox_idle, 0) AND coalesce(i.due > workflow.store_time(), true))
            THEN workflow.store_time()
        WHEN i.due IS NOT NULL THEN i.due
        WHEN i.is_set_aside THEN workflow.store_time() END
WHERE i.instance_id = @instance_id AND i.lock_owner IS NULL AND (i.failures > 0 OR i.is_set_aside) AND i.completed IS NULL
RETURNING i.instance_sid;

-- An administrator ends an instance as faulted (4) that hosts have failed with. Its failures stay for queries.
-- statement: Terminate
WITH ended AS (
    UPDATE workflow.instance i SET
        status = 4,
        lock_version = i.lock_version + 1,
        is_unsaved = false,
        runnable_at = NULL,
        due = NULL,
        updated = workflow.store_time(),
        completed = workflow.store_time(),
        retry_at = NULL,
        is_set_aside = false,
        bookmarks_hash = 0,
        inbox = 0,
        inbox_idle = 0
    WHERE i.instance_id = @instance_id AND i.lock_owner IS NULL AND (i.failures > 0 OR i.is_set_aside) AND i.completed IS NULL
    RETURNING i.instance_sid
), messages AS (
    DELETE FROM workflow.message m USING ended e WHERE m.instance_sid = e.instance_sid
), keys AS (
    DELETE FROM workflow.instance_key k USING ended e WHERE k.instance_sid = e.instance_sid
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING ended e WHERE b.instance_sid = e.instance_sid
)
SELECT instance_sid FROM ended;

-- The same where nothing is kept.
-- statement: TerminateDelete
WITH ended AS (
    DELETE FROM workflow.instance i
    WHERE i.instance_id = @instance_id AND i.lock_owner IS NULL AND (i.failures > 0 OR i.is_set_aside) AND i.completed IS NULL
    RETURNING i.instance_sid
), messages AS (
    DELETE FROM workflow.message m USING ended e WHERE m.instance_sid = e.instance_sid
), keys AS (
    DELETE FROM workflow.instance_key k USING ended e WHERE k.instance_sid = e.instance_sid
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING ended e WHERE b.instance_sid = e.instance_sid
), promoted AS (
    DELETE FROM workflow.promoted p USING ended e WHERE p.instance_sid = e.instance_sid
)
SELECT instance_sid FROM ended;

-- Instances that another process purges just now are left to it.
-- statement: Purge
WITH old AS (
    SELECT instance_sid FROM workflow.instance
    WHERE completed <= workflow.store_time() - @kept * interval '1 microsecond'
    ORDER BY completed
    LIMIT @limit
    FOR UPDATE SKIP LOCKED
), purged AS (
    DELETE FROM workflow.instance i USING old WHERE i.instance_sid = old.instance_sid AND i.completed IS NOT NULL RETURNING i.instance_sid
), messages AS (
    DELETE FROM workflow.message m USING purged p WHERE m.instance_sid = p.instance_sid
), keys AS (
    DELETE FROM workflow.instance_key k USING purged p WHERE k.instance_sid = p.instance_sid
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING purged p WHERE b.instance_sid = p.instance_sid
), promoted AS (
    DELETE FROM workflow.promoted v USING purged p WHERE v.instance_sid = p.instance_sid
)
SELECT instance_sid FROM purged;
