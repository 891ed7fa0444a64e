namespace Workflow.Statements;

/// <summary>Makes final what a completed <see cref="CompensableActivity"/> did, by running its confirmation handler: from then on it cannot be compensated.</summary>
/// <remarks>
/// <para>It waits for the end of that. A second one for the same token does nothing, also while the first still works; a <see cref="Compensate"/> before it makes it fail (rule 11.3).</para>
/// <para>Inside a handler of a compensable activity it may be without a <see cref="Target"/>: then it confirms the completed compensable activities that are directly
/// inside that one, the one that completed last first (rule 11.4). It ignores cancellation.</para>
/// </remarks>
public sealed class Confirm : NativeActivity
{
    private readonly BookmarkCallback _onInnerEnded;

    /// <summary>As the definition was frozen.</summary>
    private bool _hasTarget;

    /// <summary>Creates an activity without a target; legal only inside a handler.</summary>
    public Confirm() => _onInnerEnded = OnInnerEnded;

    /// <summary>What to confirm: the result of a <see cref="CompensableActivity"/>. Null, or without an expression: what is inside the activity whose handler runs.</summary>
    /// <exception cref="ArgumentException">At run time: the token is null (rule 11.6).</exception>
    /// <exception cref="InvalidOperationException">At run time: the token is used up or of another workflow instance, or no compensable activity has run yet.</exception>
    public InArgument<CompensationToken>? Target { get; set; }

    /// <inheritdoc/>
    protected override bool CanInduceIdle => true;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata) => _hasTarget = CompensationRules.DeclareTarget(this, Target, metadata);

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (_hasTarget)
        {
            CompensationRules.Run(context, Target!.Get(context), CompensationState.Confirming, CompensationState.Confirmed);
        }
        else
        {
            RunInner(context);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        // What is undone or made final by half is neither (rule 3.6).
    }

    private void OnInnerEnded(NativeActivityContext context, Bookmark bookmark, object? value) => RunInner(context);

    private void RunInner(NativeActivityContext context) => CompensationRules.RunInner(context, CompensationState.Confirming, _onInnerEnded);
}
