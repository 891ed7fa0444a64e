using System.Diagnostics;
using System.Globalization;
using Workflow.Data;

namespace Workflow;

/// <summary>One run of an activity. If an activity is scheduled twice, there are two instances (rule 1.8).</summary>
/// <remarks>References may be kept: id and final state remain readable after the workflow has ended. Not thread-safe while the workflow runs.</remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract class ActivityInstance
{
    /// <summary>The scope id of an activity without slots. No reference has it.</summary>
    internal const long NoScope = -2;

    private protected ActivityInstance()
    {
    }

    /// <summary>The activity that runs.</summary>
    public Activity Activity => ActivityCore;

    /// <summary>The id, unique in the workflow instance: a decimal number, assigned from 1 in scheduling order (rule 1.8).</summary>
    public string Id => InstanceNumber.ToString(CultureInfo.InvariantCulture);

    /// <summary>Whether the activity has reached one of its final states.</summary>
    public bool IsCompleted => CurrentState != ActivityInstanceState.Executing;

    /// <summary>The state (rule 2.1).</summary>
    public ActivityInstanceState State => CurrentState;

    /// <summary>Gets the current values of the out and in-out arguments by name; of a completed instance, its final values.</summary>
    /// <returns>A new dictionary; empty when there are none.</returns>
    public abstract Dictionary<string, object?> GetOutputs();

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    internal abstract Activity ActivityCore { get; }

    /// <summary>Gives access to the engine that runs the workflow instance now.</summary>
    /// <exception cref="InvalidOperationException">Nothing runs it.</exception>
    internal abstract ExecutionPort Port { get; }

    /// <summary>The services of the workflow instance's host, also while nothing runs it. Safe from any thread while an operation of the instance is outstanding.</summary>
    internal abstract InstanceServices Services { get; }

    /// <summary>What the definition makes visible to the activity, its own public variables included.</summary>
    internal abstract LocationReferenceEnvironment Scope { get; }

    // The fields that change in each step are declared here and not in the derived class, so that they are adjacent
    // at the beginning of the object: a step then accesses two cache lines instead of four.

    /// <summary>The innermost environment: that of the activity if it declares slots, otherwise the outer environment.</summary>
    internal LocationEnvironment? Environment;

    /// <summary>The arguments of the delegate that this instance handles, which the scheduler sets; null otherwise.</summary>
    internal LocationEnvironment? DelegateArguments;

    /// <summary>The slots of the activity's own environment; null if it declares no slots.</summary>
    internal Location[]? OwnSlots;

    /// <summary>The id of the activity as a scope, unique in the process; see <see cref="LocationEnvironment.ScopeId"/>.</summary>
    internal long ScopeId => OwnSlots is null ? NoScope : Environment!.ScopeId;

    internal long InstanceNumber;

    /// <summary>The progress of the preparation, and then of the steps.</summary>
    internal int Position;

    /// <summary>The activity's number in the program.</summary>
    internal int Number;

    internal int ChildCount;

    /// <summary>The number of blocking bookmarks, queued resumptions, asynchronous operations and queued steps. The instance is not complete before it is 0.</summary>
    internal int PendingWork;

    internal CompletionKind CompletionKind;

    /// <summary>The result of the last child, for the step program.</summary>
    internal bool LastResult;

    internal InstanceStage Stage;

    internal InstanceFlags Flags;

    internal bool IsCancellationRequested;

    /// <summary>One byte, packed with others: an int would add eight bytes to each instance.</summary>
    private byte _state;

    internal ActivityInstanceState CurrentState
    {
        get => (ActivityInstanceState)_state;
        set => _state = (byte)value;
    }
}
