namespace Workflow.Core.Tests.Differential.Specs;

internal abstract record ActivitySpec : Spec;

/// <summary>A code activity of the test without arguments.</summary>
internal sealed record StepSpec(Deed Deed) : ActivitySpec;

/// <summary>A code activity of the test with two in arguments and one out argument.</summary>
internal sealed record AddSpec(ValueSpec Left, ValueSpec Right, PlaceSpec Sum, Deed Deed) : ActivitySpec;

/// <summary>A code activity of the test with an in-out argument.</summary>
internal sealed record BumpSpec(PlaceSpec Place, Deed Deed) : ActivitySpec;

/// <summary>A code activity of the test with text arguments and a result.</summary>
internal sealed record JoinSpec(ValueSpec Number, Deed Deed) : ActivitySpec;

internal sealed record AssignSpec(PlaceSpec To, ValueSpec Value) : ActivitySpec;

/// <summary>The shipped activity. Its exception comes from a function, which may return null.</summary>
internal sealed record ThrowSpec(FaultKind Fault, bool IsNull) : ActivitySpec;

/// <summary>The shipped activity where it is legal; a step elsewhere.</summary>
internal sealed record RethrowSpec : ActivitySpec;

internal sealed record TerminateSpec(ValueSpec? Number) : ActivitySpec;

internal sealed record AsyncSpec(AsyncBehaviour Behaviour, ValueSpec Input, PlaceSpec Extra, PlaceSpec Result) : ActivitySpec;

/// <summary>A variable. A null default means that the variable has none.</summary>
internal sealed record VariableSpec(ValueSpec? Default, bool IsText) : Spec;

internal sealed record SequenceSpec(VariableSpec[] Variables, ActivitySpec[] Activities) : ActivitySpec;

internal sealed record IfSpec(ValueSpec Condition, ActivitySpec? Then, ActivitySpec? Else) : ActivitySpec;

internal sealed record WhileSpec(VariableSpec[] Variables, ConditionSpec Condition, ActivitySpec? Body, bool TestsAfter) : ActivitySpec;

internal sealed record ForEachSpec(ValuesKind Values, int Count, ActivitySpec? Body) : ActivitySpec;

internal enum ValuesKind
{
    List,

    /// <summary>An enumerable of the test that logs each call.</summary>
    Own,

    /// <summary>An enumerable that throws at its last element.</summary>
    Failing,

    /// <summary>An enumerable that asks the root to cancel at its last element.</summary>
    Canceling,
    Null,
}

internal sealed record ParallelSpec(VariableSpec[] Variables, ActivitySpec[] Branches, ConditionSpec? Condition) : ActivitySpec;

internal sealed record ParallelForEachSpec(ValuesKind Values, int Count, ActivitySpec? Body, ConditionSpec? Condition) : ActivitySpec;

internal sealed record SwitchSpec(ValueSpec Expression, ActivitySpec[] Cases, ActivitySpec? Default) : ActivitySpec;

internal sealed record CatchSpec(FaultKind Fault, ActivitySpec? Body) : Spec;

internal sealed record TryCatchSpec(VariableSpec[] Variables, ActivitySpec? Try, CatchSpec[] Catches, ActivitySpec? Finally) : ActivitySpec;

internal sealed record CancellationScopeSpec(VariableSpec[] Variables, ActivitySpec? Body, ActivitySpec? Handler) : ActivitySpec;

internal sealed record CompositeSpec(ValueSpec Input, PlaceSpec Output, ActivitySpec? Body) : ActivitySpec;

internal sealed record InvokeActionSpec(ValueSpec Argument, ActivitySpec? Body) : ActivitySpec;

internal sealed record InvokeFuncSpec(ValueSpec Argument, PlaceSpec Result, ActivitySpec? Body) : ActivitySpec;

/// <summary>A native activity of the test; <c>Host</c> executes the acts.</summary>
internal sealed record HostSpec(
    VariableSpec[] Variables,
    ActivitySpec[] Children,
    ActivitySpec? Handler,
    ValueSpec? Question,
    ValueSpec? Input,
    PlaceSpec Output,
    HostPlan Plan) : ActivitySpec;

/// <summary>The acts of a <see cref="HostSpec"/> in each of its methods.</summary>
internal sealed record HostPlan(
    ScheduleOrder Order, HostAct AtStart, HostAct AtChild, HostAct AtResume, FaultAct AtFault, CancelAct AtCancel, bool AbortThrows) : Spec;

internal enum ScheduleOrder
{
    Forward,
    Reverse,
    OneByOne,
    Twice,
    WithoutCallbacks,
}

internal enum HostAct
{
    Nothing,
    Throw,
    ScheduleNext,
    ScheduleHandler,
    ScheduleHandlerByName,
    ScheduleQuestion,
    ScheduleWithOverride,
    ScheduleForeign,
    CancelChildren,
    CancelFirst,
    CancelLast,
    AbortFirst,
    AbortLast,
    AbortWorkflow,
    AbortWorkflowAndThrow,
    MarkCanceled,
    ListChildren,
    Wait,
    WaitByName,
    WaitOften,
    WaitLoosely,
    ResumeOwn,
    ResumeOwnTwice,
    RemoveBookmarks,
    CancelWorkflow,
    KeepContext,
}

internal enum FaultAct
{
    NoHandler,
    Handle,
    HandleAndCancel,
    HandleAndSchedule,
    HandleAndAbort,
    HandleAndThrow,
    Pass,
    PassAndCancel,
    Throw,
}

internal enum CancelAct
{
    Default,
    Ignore,
    Children,
    ChildrenAndMark,
    ScheduleAndDefault,
    DefaultAndSchedule,
    RemoveBookmarksAndMark,
    Throw,
}
