using System.Diagnostics;
using System.Globalization;
using Workflow.Data;

namespace Workflow;

/// <summary>One run of one activity. Scheduling an activity twice gives two instances (rule 1.8).</summary>
/// <remarks>May be kept: its id and final state stay readable after the workflow ended. Not thread-safe while the workflow runs.</remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract class ActivityInstance
{
    /// <summary>The scope id of an activity without slots: no reference has it.</summary>
    internal const long NoScope = -2;

    private protected ActivityInstance()
    {
    }

    /// <summary>The activity that runs.</summary>
    public Activity Activity => ActivityCore;

    /// <summary>The id, unique in the workflow instance: a decimal number that counts from 1 in scheduling order (rule 1.8).</summary>
    public string Id => InstanceNumber.ToString(CultureInfo.InvariantCulture);

    /// <summary>Whether the activity has reached one of its final states.</summary>
    public bool IsCompleted => CurrentState != ActivityInstanceState.Executing;

    /// <summary>The state (rule 2.1).</summary>
    public ActivityInstanceState State => CurrentState;

    /// <summary>The current values of the out and in-out arguments by name; of a completed instance, those it ended with.</summary>
    /// <returns>A new dictionary; empty when there are none.</returns>
    public abstract Dictionary<string, object?> GetOutputs();

    /// <summary>What a debugger shows.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    internal abstract Activity ActivityCore { get; }

    // What the engine changes with every step of an instance follows here, and not in the class derived for it, so that it lies
    // together at the beginning of the object: a step then touches two cache lines of it instead of four.

    /// <summary>The innermost environment: the activity's own when it declares slots, else that of the scope around it.</summary>
    internal LocationEnvironment? Environment;

    /// <summary>The arguments of the delegate whose handler this is, for the scheduler to fill in; null otherwise.</summary>
    internal LocationEnvironment? DelegateArguments;

    /// <summary>The places of the activity's own environment; null when it declares no slots.</summary>
    internal Location[]? OwnSlots;

    /// <summary>The id of the activity as a scope, unique in the process; see <see cref="LocationEnvironment.ScopeId"/>.</summary>
    internal long ScopeId = NoScope;

    internal long InstanceNumber;

    /// <summary>How far the preparation is, and then how far the steps are.</summary>
    internal int Position;

    /// <summary>The activity's number in the program.</summary>
    internal int Number;

    internal int ChildCount;

    /// <summary>Blocking bookmarks, queued resumptions, asynchronous operations, queued steps: the instance is not complete while there are any.</summary>
    internal int Holds;

    internal CompletionKind CompletionKind;

    /// <summary>The result of the child that ended last, for the step program.</summary>
    internal bool LastResult;

    internal InstanceStage Stage;

    internal InstanceFlags Flags;

    internal bool IsCancellationRequested;

    /// <summary>A byte beside the others: as an int it would cost each instance eight bytes.</summary>
    private byte _state;

    internal ActivityInstanceState CurrentState
    {
        get => (ActivityInstanceState)_state;
        set => _state = (byte)value;
    }
}
