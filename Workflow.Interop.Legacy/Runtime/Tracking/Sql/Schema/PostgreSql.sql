-- The tables of the tracking service for WF3 workflows. Running the script again changes nothing.

CREATE TABLE IF NOT EXISTS workflow_tracking_instances (
    instance_id uuid NOT NULL PRIMARY KEY,
    workflow_type text NOT NULL,
    caller_instance_id uuid NULL,
    call_path text NULL,
    initialized timestamptz NOT NULL,
    status integer NOT NULL,
    status_time timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS workflow_tracking_callers ON workflow_tracking_instances (caller_instance_id);

-- kind: 0 an event of the instance, 1 a status of an activity, 2 data of an activity. event: the number of the event or of the status.
CREATE TABLE IF NOT EXISTS workflow_tracking_events (
    event_id uuid NOT NULL PRIMARY KEY,
    instance_id uuid NOT NULL,
    kind integer NOT NULL,
    event_order integer NOT NULL,
    event_time timestamptz NOT NULL,
    event integer NOT NULL,
    qualified_name text NULL,
    activity_type text NULL,
    context_id uuid NULL,
    parent_context_id uuid NULL,
    data_key text NULL,
    details text NULL,
    annotations text NULL
);

CREATE INDEX IF NOT EXISTS workflow_tracking_order ON workflow_tracking_events (instance_id, event_order);

-- position: -1 is the data of the event itself. note: why value_text is not the value.
CREATE TABLE IF NOT EXISTS workflow_tracking_data (
    event_id uuid NOT NULL,
    position integer NOT NULL,
    field_name text NULL,
    value_type text NULL,
    value_text text NULL,
    note text NULL,
    annotations text NULL,
    PRIMARY KEY (event_id, position)
);

-- An empty workflow_type is the default profile.
CREATE TABLE IF NOT EXISTS workflow_tracking_profiles (
    workflow_type text NOT NULL,
    version text NOT NULL,
    is_current integer NOT NULL,
    profile text NOT NULL,
    PRIMARY KEY (workflow_type, version)
);

CREATE TABLE IF NOT EXISTS workflow_tracking_instance_profiles (
    instance_id uuid NOT NULL PRIMARY KEY,
    profile text NULL
);
