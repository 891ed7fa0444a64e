namespace Workflow.Statements;

/// <summary>The compensable activities of one workflow instance, and their compensation or confirmation after the end of the root (rule 11.2).</summary>
internal sealed class CompensationLedger : RootContinuation, ISavedPart
{
    public static readonly StateKind Kind = new("ledger", static () => new CompensationLedger());

    /// <summary>The completed units that are not inside another unit.</summary>
    public CompensationGroup Outermost { get; private set; } = new();

    StateKind ISavedPart.SavedAs => Kind;

    /// <summary>Returns the ledger of the instance; null before its first compensable activity.</summary>
    public static CompensationLedger? Find(NativeActivityContext context) => context.RootContinuation as CompensationLedger;

    public static void Create(NativeActivityContext context) => context.RootContinuation = new CompensationLedger();

    public override bool Continue(ActivityInstance root) => root.State switch
    {
        ActivityInstanceState.Closed => Run(root, CompensationState.Confirming),
        ActivityInstanceState.Canceled => Run(root, CompensationState.Compensating),
        _ => false,
    };

    void ISavedState.Save(StateWriter writer) => writer.WriteValue("outermost", Outermost, typeof(CompensationGroup));

    void ISavedState.Load(StateReader reader) => Outermost = reader.ReadRequired<CompensationGroup>("outermost");

    private bool Run(ActivityInstance root, CompensationState work)
    {
        while (Outermost.Last is { } unit)
        {
            if (unit.Run(root, work))
            {
                return true;
            }
        }

        return false;
    }
}
