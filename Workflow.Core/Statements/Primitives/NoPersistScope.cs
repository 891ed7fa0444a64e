namespace Workflow.Statements;

/// <summary>Prevents saves of the instance while its body runs. A save that is requested during that time waits until the scope has ended (rule 9.6).</summary>
/// <remarks>Use the scope for objects that cannot be saved, such as an open file. The instance can still wait, but remains in memory.</remarks>
public sealed class NoPersistScope : NativeActivity
{
    private readonly Variable<NoPersistHandle> _handle = new("handle");

    /// <summary>Creates a scope without a body, which completes at once.</summary>
    public NoPersistScope()
    {
    }

    /// <summary>The activity to run; null, the default, if there is none.</summary>
    public Activity? Body { get; set; }

    internal override ActivityTraits Traits => ActivityTraits.NoPersistZone;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.AddChild(Body);
        metadata.AddImplementationVariable(_handle);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (Body is not null)
        {
            _handle.Get(context).Enter(context);
            context.ScheduleActivity(Body);
        }
    }
}
