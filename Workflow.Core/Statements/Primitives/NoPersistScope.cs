namespace Workflow.Statements;

/// <summary>Keeps the instance from being saved while its body runs: a save that is due meanwhile waits until the scope has ended (rule 9.6).</summary>
/// <remarks>For what cannot be saved, such as an open file. The instance can still wait; it only stays in memory.</remarks>
public sealed class NoPersistScope : NativeActivity
{
    private readonly Variable<NoPersistHandle> _handle = new("handle");

    /// <summary>Creates a scope without a body, which completes at once.</summary>
    public NoPersistScope()
    {
    }

    /// <summary>What runs inside; null, the default: nothing.</summary>
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
