namespace Workflow.Hosting;

/// <summary>The last notification that the application has received since the instance last ran (rule 7.2).</summary>
internal enum IdleNotification : byte
{
    Nothing,

    Idle,

    PersistableIdle,
}
