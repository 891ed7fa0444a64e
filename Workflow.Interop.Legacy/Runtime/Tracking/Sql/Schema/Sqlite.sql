-- The tables of the tracking service for WF3 workflows. Running the script again changes nothing.

CREATE TABLE IF NOT EXISTS workflow_tracking_instances (
    instance_id TEXT NOT NULL PRIMARY KEY,
    workflow_type TEXT NOT NULL,
    caller_instance_id TEXT NULL,
    call_path TEXT NULL,
    initialized TEXT NOT NULL,
    status INTEGER NOT NULL,
    status_time TEXT NOT NULL
);

CREATE INDEX IF NOT EXISTS workflow_tracking_callers ON workflow_tracking_instances (caller_instance_id);

-- kind: 0 an event of the instance, 1 a status of an activity, 2 data of an activity. event: the number of the event or of the status.
CREATE TABLE IF NOT EXISTS workflow_tracking_events (
    event_id TEXT NOT NULL PRIMARY KEY,
    instance_id TEXT NOT NULL,
    kind INTEGER NOT NULL,
    event_order INTEGER NOT NULL,
    event_time TEXT NOT NULL,
    event INTEGER NOT NULL,
    qualified_name TEXT NULL,
    activity_type TEXT NULL,
    context_id TEXT NULL,
    parent_context_id TEXT NULL,
    data_key TEXT NULL,
    details TEXT NULL,
    annotations TEXT NULL
);

CREATE INDEX IF NOT EXISTS workflow_tracking_order ON workflow_tracking_events (instance_id, event_order);

-- position: -1 is the data of the event itself. note: why value_text is not the value.
CREATE TABLE IF NOT EXISTS workflow_tracking_data (
    event_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    field_name TEXT NULL,
    value_type TEXT NULL,
    value_text TEXT NULL,
    note TEXT NULL,
    annotations TEXT NULL,
    PRIMARY KEY (event_id, position)
);

-- An empty workflow_type is the default profile.
CREATE TABLE IF NOT EXISTS workflow_tracking_profiles (
    workflow_type TEXT NOT NULL,
    version TEXT NOT NULL,
    is_current INTEGER NOT NULL,
    profile TEXT NOT NULL,
    PRIMARY KEY (workflow_type, version)
);

CREATE TABLE IF NOT EXISTS workflow_tracking_instance_profiles (
    instance_id TEXT NOT NULL PRIMARY KEY,
    profile TEXT NULL
);
