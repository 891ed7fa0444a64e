-- Saves of many instances at once: each parameter is an array with one element for each row, and 'place' is the place of the call in its batch.
-- Each statement that changes an instance checks the owner and the lock version itself, and returns the rows that it has changed.
-- What belongs to a call, such as a bookmark, has its 'line', and finds the number of its instance in an array. A join would compare each row with each call, because the settings for batches
-- leave only nested loops. For the same reason '(... IN (SELECT ...)) IS TRUE' stands for a join: the server fills a hash table once, and looks each row up in it.
-- '= ANY (ARRAY[...])' stands where a row is looked up by an index. With a plain '=' between two tables, the server may read a whole index instead, because that has the order for a merge. While a
-- table is empty both cost the same, and such a plan stays until the table has other statistics. 'ORDER BY ... + 0' is for the same, as no index has this order, and
-- so is '(SELECT true ...)' where only the existence of a row is asked for.
-- IS NOT DISTINCT FROM stands where a comparison must not use an index: an owner can hold very many instances, and a name can stand for very many bookmarks.

-- All statements lock instances in the order of their numbers, so that batches cannot wait for each other in a circle. What follows sees what was committed before the lock.
-- statement: Lock
SELECT 1 FROM workflow.instance WHERE instance_id = ANY (@ids) ORDER BY instance_sid + 0 FOR UPDATE;

-- A first save is 'SaveFirst', 'SaveFirstUnlessTaken' if there are keys or a request that starts the instance, 'SaveFirstBookmarks', 'SaveFirstPromoted' if there are promoted values,
-- 'SaveFirstKeys' if there are keys or a request, and 'SaveFirstEnd'. The server spends a part of its time on each table that a statement names, whether rows are written there or not.
-- The definition is written once: it is the same in each save. Requests and keys are inserted in the order of their ids, so that statements that insert the same ones do not wait in a circle.
-- statement: SaveFirst
WITH input AS MATERIALIZED (
    SELECT r.*, nextval('workflow.instance_number') AS instance_sid
    FROM unnest(
        @places, @ids, @owners, @owner_ids, @definitions, @statuses, @gives_back, @completes, @due_in, @bookmarks_hashes, @promoted_hashes,
        @encodings, @key_ids, @sizes, @checks, @initial_values, @saved_values, @states)
    WITH ORDINALITY AS r (place, instance_id, owner_sid, owner_id, definition_id, status, gives_back, completes, due_in, bookmarks_hash, promoted_hash,
        encoding, key_id, state_size, state_check, initial_values, saved_values, state, line)
), numbers AS MATERIALIZED (
    SELECT array_agg(instance_sid ORDER BY line) AS sids FROM input
), saved AS (
    INSERT INTO workflow.instance (
        instance_sid, instance_id, definition_id, status, lock_version, lock_owner, runnable_at, turn, due, created, updated, completed, bookmarks_hash, promoted_hash,
        encoding, key_id, state_size, state_check, initial_values, saved_values, state)
    SELECT
        r.instance_sid, r.instance_id, r.definition_id, r.status, 1, CASE WHEN NOT r.gives_back THEN r.owner_sid END,
        CASE WHEN r.gives_back AND NOT r.completes THEN CASE WHEN r.status = 0 THEN t.now ELSE d.due END END,
        nextval('workflow.turn'), d.due, t.now, t.now, CASE WHEN r.completes THEN t.now END, r.bookmarks_hash, r.promoted_hash,
        r.encoding, r.key_id, r.state_size, r.state_check, r.initial_values, r.saved_values, r.state
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    CROSS JOIN LATERAL (SELECT workflow.later(t.now, r.due_in) AS due) d
    WHERE ((r.owner_sid, r.owner_id) IN (SELECT o.owner_sid, o.owner_id FROM workflow.owner o WHERE o.owner_sid = ANY (@owners) AND o.lease_until > workflow.store_time())) IS TRUE

-- statement: SaveFirstUnlessTaken
        AND (r.line IN (
            SELECT a.line FROM unnest(@added_lines, @added_keys) AS a (line, key_id)
            WHERE (SELECT true FROM workflow.instance_key k WHERE k.key_id = a.key_id))) IS NOT TRUE
        AND (r.line IN (
            SELECT q.line FROM unnest(@start_lines, @starts) AS q (line, request_id)
            WHERE (SELECT true FROM workflow.request p WHERE p.request_id = q.request_id AND p.is_start))) IS NOT TRUE

-- statement: SaveFirstBookmarks
    ORDER BY r.instance_id
    ON CONFLICT (instance_id) DO NOTHING
    RETURNING instance_sid
), bookmarks AS (
    INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
    SELECT n.sids[b.line], b.ordinal, b.name, b.owner_display_name, b.scope_id, workflow.store_time()
    FROM numbers n
    CROSS JOIN unnest(@bookmark_lines, @bookmark_ordinals, @bookmark_names, @bookmark_owners, @bookmark_scopes) AS b (line, ordinal, name, owner_display_name, scope_id)
    WHERE (n.sids[b.line] IN (SELECT instance_sid FROM saved)) IS TRUE
)

-- statement: SaveFirstPromoted
, promoted AS (
    INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
    SELECT n.sids[p.line], p.promotion, p.name, p.is_initial, p.text_value, p.number_value::numeric,
        timestamptz 'epoch' + (p.time_value / 1000000) * interval '1 second' + (p.time_value % 1000000) * interval '1 microsecond', p.flag_value, p.id_value
    FROM numbers n
    CROSS JOIN unnest(
        @promoted_lines, @promotions, @promoted_names, @promoted_initial, @promoted_texts, @promoted_numbers, @promoted_times, @promoted_flags, @promoted_ids)
        AS p (line, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
    WHERE (n.sids[p.line] IN (SELECT instance_sid FROM saved)) IS TRUE
)

-- statement: SaveFirstKeys
, started AS (
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    SELECT q.request_id, true, (@ids)[q.line], 0, workflow.store_time()
    FROM numbers n
    CROSS JOIN unnest(@start_lines, @starts) AS q (line, request_id)
    WHERE (n.sids[q.line] IN (SELECT instance_sid FROM saved)) IS TRUE
    ORDER BY q.request_id
), keys AS (
    INSERT INTO workflow.instance_key (key_id, instance_sid)
    SELECT a.key_id, n.sids[a.line]
    FROM numbers n
    CROSS JOIN unnest(@added_lines, @added_keys) AS a (line, key_id)
    WHERE (n.sids[a.line] IN (SELECT instance_sid FROM saved)) IS TRUE
    ORDER BY a.key_id
)

-- statement: SaveFirstEnd
SELECT r.place FROM input r WHERE (r.instance_sid IN (SELECT instance_sid FROM saved)) IS TRUE;

-- A first save of an instance that has completed, of which nothing is kept but the request that started it.
-- statement: SaveStart
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @starts) WITH ORDINALITY AS r (place, instance_id, owner_sid, owner_id, request_id, line)
), started AS (
    INSERT INTO workflow.request (request_id, is_start, instance_id, sequence, at)
    SELECT r.request_id, true, r.instance_id, 0, t.now
    FROM input r
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > t.now
    WHERE (SELECT true FROM workflow.instance i WHERE i.instance_id = r.instance_id) IS NULL
        AND (r.line IN (
            SELECT a.line FROM unnest(@added_lines, @added_keys) AS a (line, key_id)
            WHERE (SELECT true FROM workflow.instance_key k WHERE k.key_id = a.key_id))) IS NOT TRUE
    ORDER BY r.request_id
    ON CONFLICT DO NOTHING
    RETURNING request_id, instance_id
)
SELECT r.place FROM input r WHERE ((r.request_id, r.instance_id) IN (SELECT request_id, instance_id FROM started)) IS TRUE;

-- A later save is 'SaveLater', 'SaveLaterConsumed' or 'SaveLaterConsumesNothing', 'SaveLaterBookmarks', 'SaveLaterPromoted' or 'SaveLaterPromotesNothing', 'SaveLaterKeys', and 'SaveLaterEnd'.
-- 'SaveLaterConsumed' and 'SaveLaterKeys' are for saves that consume messages, add or remove keys, or complete an instance that is kept.
-- Messages that arrive while an instance is locked do not change its row: at the end of a transaction that reads what was there when it began, the row must be as it was then. So the messages are
-- counted when the instance is given back. Those that the statement removes are still among them.
-- statement: SaveLater
WITH found AS MATERIALIZED (
    -- One row for each call, so that 'numbers' has no gaps; without a number if it does not hold its instance.
    SELECT r.*, i.instance_sid, t.now, workflow.later(t.now, r.due_in) AS due,
        i.bookmarks_hash <> r.bookmarks_hash AS has_other_bookmarks, i.promoted_hash <> r.promoted_hash AS has_other_promoted,
        i.inbox, i.inbox_idle
    FROM unnest(
        @places, @ids, @owners, @owner_ids, @lock_versions, @statuses, @gives_back, @completes, @due_in, @bookmark_counts, @bookmarks_hashes, @promoted_hashes,
        @encodings, @key_ids, @sizes, @checks, @saved_values, @lefts, @states)
    WITH ORDINALITY AS r (place, instance_id, owner_sid, owner_id, lock_version, status, gives_back, completes, due_in, bookmark_count, bookmarks_hash, promoted_hash,
        encoding, key_id, state_size, state_check, saved_values, messages_left, state, line)
    CROSS JOIN (SELECT workflow.store_time() AS now) t
    LEFT JOIN workflow.instance i ON i.instance_id = ANY (ARRAY[r.instance_id]) AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
        AND ((r.owner_sid, r.owner_id) IN (SELECT o.owner_sid, o.owner_id FROM workflow.owner o WHERE o.owner_sid = ANY (@owners) AND o.lease_until > workflow.store_time())) IS TRUE
), numbers AS MATERIALIZED (
    SELECT array_agg(instance_sid ORDER BY line) AS sids FROM found
), held AS (
    SELECT f.* FROM found f
    WHERE f.instance_sid IS NOT NULL

-- statement: SaveLaterConsumed
        AND (f.instance_sid IN (
            SELECT n.sids[a.line]
            FROM numbers n
            CROSS JOIN unnest(@added_lines, @added_keys) AS a (line, key_id)
            JOIN workflow.instance_key k ON k.key_id = ANY (ARRAY[a.key_id])
            WHERE k.instance_sid <> n.sids[a.line])) IS NOT TRUE
), consumed AS (
    DELETE FROM workflow.message m
    USING numbers n
    CROSS JOIN unnest(@consumed_lines, @consumed) AS c (line, sequence)
    WHERE m.sequence = ANY (ARRAY[c.sequence]) AND m.instance_sid IS NOT DISTINCT FROM n.sids[c.line] AND (n.sids[c.line] IN (SELECT instance_sid FROM held)) IS TRUE
    RETURNING c.line
), consumed_lines AS (
    SELECT line FROM found UNION ALL SELECT line FROM consumed

-- statement: SaveLaterConsumesNothing
), consumed_lines AS (
    SELECT line FROM found

-- statement: SaveLaterBookmarks
), consumed_counts AS MATERIALIZED (
    SELECT array_agg(consumed ORDER BY line) AS counts FROM (SELECT line, count(*)::integer - 1 AS consumed FROM consumed_lines GROUP BY line) c
), counted AS MATERIALIZED (
    SELECT h.*, m.inbox AS inbox_left, m.idle, m.has_work
    FROM held h
    LEFT JOIN LATERAL (
        SELECT n.inbox, n.idle, n.inbox > n.idle AS has_work
        FROM (SELECT counts[h.line] AS consumed FROM consumed_counts) c
        CROSS JOIN LATERAL (
            SELECT CASE WHEN h.gives_back
                THEN least((SELECT count(*) FROM workflow.message m WHERE m.instance_sid = h.instance_sid) - c.consumed, 2147483647)::integer
                ELSE greatest(h.inbox - c.consumed, 0) END AS inbox) a
        CROSS JOIN LATERAL (
            SELECT a.inbox, CASE
                WHEN h.gives_back THEN greatest(least(h.messages_left + least(h.inbox_idle, 0), a.inbox), 0)
                WHEN h.inbox_idle < 0 THEN h.inbox_idle
                ELSE h.messages_left END AS idle) n
        WHERE (h.gives_back OR h.inbox > 0 OR h.messages_left > 0 OR h.inbox_idle < 0) AND NOT h.completes) m ON true
), saved AS (
    UPDATE workflow.instance i SET
        status = h.status,
        lock_owner = CASE WHEN NOT h.gives_back THEN h.owner_sid END,
        is_unsaved = false,
        inbox = coalesce(h.inbox_left, 0),
        inbox_idle = coalesce(h.idle, 0),
        runnable_at = CASE WHEN h.gives_back AND NOT h.completes
            THEN CASE WHEN h.status = 0 OR (h.has_work AND coalesce(h.due > h.now, true)) THEN h.now ELSE h.due END END,
        turn = CASE WHEN h.gives_back AND NOT h.completes THEN nextval('workflow.turn') ELSE i.turn END,
        due = h.due,
        updated = h.now,
        completed = CASE WHEN h.completes THEN h.now END,
        failures = 0, last_failure = NULL, retry_at = NULL, is_suspended = false, suspicion = 0,
        bookmarks_hash = h.bookmarks_hash, promoted_hash = h.promoted_hash,
        encoding = h.encoding, key_id = h.key_id, state_size = h.state_size, state_check = h.state_check, saved_values = h.saved_values, state = h.state
    FROM counted h
    WHERE i.instance_sid = ANY (ARRAY[h.instance_sid]) AND i.lock_owner IS NOT DISTINCT FROM h.owner_sid AND i.lock_version = h.lock_version
    RETURNING h.place, i.instance_sid, h.completes, h.bookmark_count, h.has_other_bookmarks, h.has_other_promoted
), bookmarks AS (
    INSERT INTO workflow.bookmark (instance_sid, ordinal, name, owner_display_name, scope_id, since)
    SELECT n.sids[b.line], b.ordinal, b.name, b.owner_display_name, b.scope_id,
        coalesce(
            (SELECT min(old.since) FROM workflow.bookmark old
                WHERE old.instance_sid = n.sids[b.line] AND old.name = b.name AND old.owner_display_name = b.owner_display_name AND old.scope_id IS NOT DISTINCT FROM b.scope_id),
            workflow.store_time())
    FROM numbers n
    CROSS JOIN unnest(@bookmark_lines, @bookmark_ordinals, @bookmark_names, @bookmark_owners, @bookmark_scopes) AS b (line, ordinal, name, owner_display_name, scope_id)
    WHERE (n.sids[b.line] IN (SELECT instance_sid FROM saved WHERE has_other_bookmarks)) IS TRUE
    ON CONFLICT (instance_sid, ordinal) DO UPDATE SET
        name = excluded.name, owner_display_name = excluded.owner_display_name, scope_id = excluded.scope_id, since = excluded.since
), bookmarks_removed AS (
    DELETE FROM workflow.bookmark b USING saved s WHERE s.has_other_bookmarks AND b.instance_sid = ANY (ARRAY[s.instance_sid]) AND b.ordinal >= s.bookmark_count
)

-- statement: SaveLaterPromoted
, promoted_input AS (
    SELECT n.sids[p.line] AS instance_sid, p.*
    FROM numbers n
    CROSS JOIN unnest(@promoted_lines, @promotions, @promoted_names, @promoted_texts, @promoted_numbers, @promoted_times, @promoted_flags, @promoted_ids)
        AS p (line, promotion, name, text_value, number_value, time_value, flag_value, id_value)
), promoted AS (
    INSERT INTO workflow.promoted (instance_sid, promotion, name, is_initial, text_value, number_value, time_value, flag_value, id_value)
    SELECT p.instance_sid, p.promotion, p.name, false, p.text_value, p.number_value::numeric,
        timestamptz 'epoch' + (p.time_value / 1000000) * interval '1 second' + (p.time_value % 1000000) * interval '1 microsecond', p.flag_value, p.id_value
    FROM promoted_input p
    WHERE (p.instance_sid IN (SELECT instance_sid FROM saved WHERE has_other_promoted)) IS TRUE
    ON CONFLICT (instance_sid, promotion, name, is_initial) DO UPDATE SET
        text_value = excluded.text_value, number_value = excluded.number_value, time_value = excluded.time_value, flag_value = excluded.flag_value, id_value = excluded.id_value
), promoted_removed AS (
    DELETE FROM workflow.promoted p
    WHERE p.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s WHERE s.has_other_promoted)) AND NOT p.is_initial
        AND ((p.instance_sid, p.promotion, p.name) IN (SELECT q.instance_sid, q.promotion, q.name FROM promoted_input q)) IS NOT TRUE
)

-- statement: SaveLaterPromotesNothing
, promoted_removed AS (
    DELETE FROM workflow.promoted p
    WHERE p.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s WHERE s.has_other_promoted)) AND NOT p.is_initial
)

-- statement: SaveLaterKeys
, messages_ended AS (
    DELETE FROM workflow.message m WHERE m.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s WHERE s.completes))
), keys AS (
    INSERT INTO workflow.instance_key (key_id, instance_sid)
    SELECT a.key_id, n.sids[a.line]
    FROM numbers n
    CROSS JOIN unnest(@added_lines, @added_keys) AS a (line, key_id)
    WHERE (n.sids[a.line] IN (SELECT instance_sid FROM saved)) IS TRUE
        AND (SELECT true FROM workflow.instance_key k WHERE k.key_id = a.key_id) IS NULL
    ORDER BY a.key_id
), keys_removed AS (
    DELETE FROM workflow.instance_key k
    WHERE k.key_id = ANY (ARRAY(
        SELECT o.key_id
        FROM numbers n
        CROSS JOIN unnest(@removed_lines, @removed_keys) AS r (line, key_id)
        JOIN workflow.instance_key o ON o.key_id = ANY (ARRAY[r.key_id]) AND o.instance_sid IS NOT DISTINCT FROM n.sids[r.line]
        WHERE (n.sids[r.line] IN (SELECT instance_sid FROM saved)) IS TRUE
        UNION ALL
        SELECT o.key_id FROM workflow.instance_key o WHERE o.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s WHERE s.completes))))
)

-- statement: SaveLaterEnd
SELECT place FROM saved;

-- statement: SaveDelete
WITH input AS (
    SELECT * FROM unnest(@places, @ids, @owners, @owner_ids, @lock_versions) AS r (place, instance_id, owner_sid, owner_id, lock_version)
), saved AS (
    DELETE FROM workflow.instance i
    USING input r
    JOIN workflow.owner o ON o.owner_sid = r.owner_sid AND o.owner_id = r.owner_id AND o.lease_until > workflow.store_time()
    WHERE i.instance_id = ANY (ARRAY[r.instance_id]) AND i.lock_owner IS NOT DISTINCT FROM r.owner_sid AND i.lock_version = r.lock_version
    RETURNING r.place, i.instance_sid
), messages AS (
    DELETE FROM workflow.message m WHERE m.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s))
), keys AS (
    DELETE FROM workflow.instance_key k WHERE k.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s))
), bookmarks AS (
    DELETE FROM workflow.bookmark b USING saved s WHERE b.instance_sid = ANY (ARRAY[s.instance_sid])
), promoted AS (
    DELETE FROM workflow.promoted p WHERE p.instance_sid = ANY (ARRAY(SELECT s.instance_sid FROM saved s))
)
SELECT place FROM saved;

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
    LEFT JOIN workflow.instance holder ON holder.instance_sid = ANY (ARRAY[k.instance_sid])
    WHERE k.key_id = ANY (@keys) AND k.instance_sid IS DISTINCT FROM i.instance_sid
    ORDER BY k.key_id
    LIMIT 1) k ON true;
