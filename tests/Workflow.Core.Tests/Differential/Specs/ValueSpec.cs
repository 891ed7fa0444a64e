namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>An expression that yields a number.</summary>
internal abstract record ValueSpec : Spec;

internal sealed record LiteralValue(int Value) : ValueSpec;

/// <summary>The value of a place in scope.</summary>
internal sealed record ReadValue(int Index) : ValueSpec;

internal sealed record LambdaSpec(int Index, LambdaDeed Deed) : ValueSpec;

internal enum LambdaDeed
{
    Read,
    Write,
    ThrowA,
    KeepLocation,
    CancelWorkflow,
}

/// <summary>A code activity without arguments: it runs in its owner's item (rule 4.11).</summary>
internal sealed record CodeValue(Deed Deed) : ValueSpec;

/// <summary>A code activity with an argument: an ordinary child of its owner.</summary>
internal sealed record ArgumentCodeValue(ValueSpec Inner, Deed Deed) : ValueSpec;

/// <summary>A native activity that waits at a bookmark for its value.</summary>
internal sealed record WaitValue(bool IsDeaf, bool Throws) : ValueSpec;

internal sealed record AsyncValue(AsyncBehaviour Behaviour) : ValueSpec;

/// <summary>An activity that composes: its implementation assigns the result.</summary>
internal sealed record CompositeValue(ValueSpec Inner, ActivitySpec? Body) : ValueSpec;

/// <summary>An expression that yields the place of a number.</summary>
internal abstract record PlaceSpec : Spec;

internal sealed record NoPlace : PlaceSpec;

internal sealed record ScopePlace(int Index) : PlaceSpec;

/// <summary>A place of the author's own, yielded by a code activity in its owner's item.</summary>
internal sealed record OwnPlace(Deed Deed) : PlaceSpec;

/// <summary>A place of the author's own, yielded once a bookmark was resumed.</summary>
internal sealed record WaitPlace(bool Throws) : PlaceSpec;

/// <summary>
/// An expression that is true, or false, for a number of evaluations and then the opposite. Counts itself in a variable that
/// the activity around it gets for it, so a loop ends.
/// </summary>
/// <param name="Kind">What kind of activity it is.</param>
/// <param name="Times">After how many evaluations it changes.</param>
/// <param name="FailsAt">The evaluation that throws, counted from 1; 0: none.</param>
/// <param name="CancelsAt">The evaluation that asks the root to cancel; 0: none.</param>
internal sealed record ConditionSpec(ConditionKind Kind, int Times, int FailsAt, int CancelsAt) : Spec;

internal enum ConditionKind
{
    Lambda,
    Code,
    Wait,
    Async,
    Composite,
}

/// <summary>How an asynchronous operation goes.</summary>
internal sealed record AsyncBehaviour(bool EndsLater, AsyncEnd End, AsyncCancel OnCancel) : Spec;

internal enum AsyncEnd
{
    Value,
    Fails,
    FailsAtStart,
    Canceled,
    MarksCanceled,
}

internal enum AsyncCancel
{
    Ignores,
    HeedsToken,
    MarksCanceled,
    Throws,
}
