namespace Workflow.Statements;

/// <summary>Undoes a completed <see cref="CompensableActivity"/> by running its compensation handler.</summary>
/// <remarks>
/// <para>The activity waits until the compensation has ended. A second <c>Compensate</c> for the same token does nothing, even while the first one is running.
/// After a <see cref="Confirm"/> for the same token, it fails (rule 11.3).</para>
/// <para>In a handler of a compensable activity, it can be used without a <see cref="Target"/>. Then it compensates the completed compensable activities that
/// are directly inside that activity, the one that completed last first (rule 11.4). It ignores cancel requests.</para>
/// </remarks>
public sealed class Compensate : NativeActivity
{
    private readonly BookmarkCallback _onInnerEnded;

    /// <summary>True if there was a target when the definition was frozen.</summary>
    private bool _hasTarget;

    /// <summary>Creates an activity without a target, which is valid in a handler only.</summary>
    public Compensate() => _onInnerEnded = OnInnerEnded;

    /// <summary>
    /// The token of the activity to compensate: the result of a <see cref="CompensableActivity"/>. If the argument is null or has no expression, the activities
    /// inside the one whose handler runs are compensated.
    /// </summary>
    /// <exception cref="ArgumentException">At run time, the token is null, and the workflow has a compensable activity (rule 11.6).</exception>
    /// <exception cref="InvalidOperationException">
    /// At run time, the token was used or belongs to another workflow instance, no compensable activity has run yet, or the workflow has none.
    /// </exception>
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
            CompensationRules.Run(context, Target!.Get(context), CompensationState.Compensating, CompensationState.Compensated);
        }
        else
        {
            RunInner(context);
        }
    }

    /// <inheritdoc/>
    protected override void Cancel(NativeActivityContext context)
    {
        // A compensation or confirmation must not be interrupted, so cancellation is ignored (rule 3.6).
    }

    private void OnInnerEnded(NativeActivityContext context, Bookmark bookmark, object? value) => RunInner(context);

    private void RunInner(NativeActivityContext context) => CompensationRules.RunInner(context, CompensationState.Compensating, _onInnerEnded);
}
