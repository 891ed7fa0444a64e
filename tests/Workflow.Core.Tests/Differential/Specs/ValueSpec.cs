namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>An expression that yields a number.</summary>
internal abstract record ValueSpec : Spec;

internal sealed record LiteralValue(int Value) : ValueSpec;

/// <summary>The value of a location in scope.</summary>
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

/// <summary>A code activity without arguments, which runs in the work item of its owner (rule 4.11).</summary>
internal sealed record CodeValue(Deed Deed) : ValueSpec;

/// <summary>A code activity with an argument, which is an ordinary child of its owner.</summary>
internal sealed record ArgumentCodeValue(ValueSpec Inner, Deed Deed) : ValueSpec;

/// <summary>A native activity that waits at a bookmark for its value.</summary>
internal sealed record WaitValue(bool IsDeaf, bool Throws) : ValueSpec;

internal sealed record AsyncValue(AsyncBehaviour Behaviour) : ValueSpec;

/// <summary>An activity with an implementation that assigns the result.</summary>
internal sealed record CompositeValue(ValueSpec Inner, ActivitySpec? Body) : ValueSpec;

/// <summary>An expression that yields the location of a number.</summary>
internal abstract record PlaceSpec : Spec;

internal sealed record NoPlace : PlaceSpec;

internal sealed record ScopePlace(int Index) : PlaceSpec;

/// <summary>A location of a class of the test, yielded by a code activity in the work item of its owner.</summary>
internal sealed record OwnPlace(Deed Deed) : PlaceSpec;

/// <summary>A location of a class of the test, yielded after the resumption of a bookmark.</summary>
internal sealed record WaitPlace(bool Throws) : PlaceSpec;

/// <summary>
/// An expression that yields the same value for a number of evaluations and then the opposite. It counts its evaluations in a variable that the enclosing
/// activity declares for it, so that a loop ends.
/// </summary>
/// <param name="Kind">The kind of activity.</param>
/// <param name="Times">The number of evaluations before the value changes.</param>
/// <param name="FailsAt">The evaluation that throws, counted from 1. Zero if none throws.</param>
/// <param name="CancelsAt">The evaluation that asks the root to cancel, counted from 1. Zero if none does.</param>
internal sealed record ConditionSpec(ConditionKind Kind, int Times, int FailsAt, int CancelsAt) : Spec;

internal enum ConditionKind
{
    Lambda,
    Code,
    Wait,
    Async,
    Composite,
}

/// <summary>The course of an asynchronous operation.</summary>
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
