using System.Diagnostics;
using System.Globalization;
using Workflow.Data;

namespace Workflow;

/// <summary>One run of an activity. If an activity is scheduled twice, there are two instances (rule 1.8).</summary>
/// <remarks>References may be kept: the id and the final state remain readable after the workflow has ended. Not thread-safe while the workflow runs.</remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public abstract class ActivityInstance
{
    /// <summary>The scope id of an activity without slots. No reference has this id.</summary>
    internal const long NoScope = -2;

    private protected ActivityInstance()
    {
    }

    /// <summary>The activity that runs.</summary>
    public Activity Activity => ActivityCore;

    /// <summary>The id, unique in the workflow instance: a decimal number, assigned from 1 in scheduling order (rule 1.8).</summary>
    public string Id => InstanceNumber.ToString(CultureInfo.InvariantCulture);

    /// <summary>True if the activity has reached one of its final states.</summary>
    public bool IsCompleted => CurrentState != ActivityInstanceState.Executing;

    /// <summary>The state (rule 2.1).</summary>
    public ActivityInstanceState State => CurrentState;

    /// <summary>Returns the current values of the out and in-out arguments by name; for a completed instance, the final values.</summary>
    /// <returns>A new dictionary; empty if there are no such arguments.</returns>
    public abstract Dictionary<string, object?> GetOutputs();

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    internal abstract Activity ActivityCore { get; }

    /// <summary>The engine that runs the workflow instance now.</summary>
    /// <exception cref="InvalidOperationException">Nothing runs the workflow instance.</exception>
    internal abstract ExecutionPort Port { get; }

    /// <summary>
    /// The services of the workflow instance's host, available also while nothing runs the instance. Thread-safe while an operation of the instance is
    /// outstanding.
    /// </summary>
    internal abstract InstanceServices Services { get; }

    /// <summary>The declarations that the definition makes visible to the activity, its own public variables included.</summary>
    internal abstract LocationReferenceEnvironment Scope { get; }

    /// <summary>True while the arguments of the activity are evaluated.</summary>
    internal abstract bool FillsArguments { get; }

    /// <summary>Records that code of the application may keep the reference, so that the object is not reused for another instance.</summary>
    internal abstract void Expose();

    // The fields that contexts and step programs read and change. The derived classes of the engine have the others.

    /// <summary>The innermost environment: that of the activity if it declares slots, otherwise the outer environment.</summary>
    internal LocationEnvironment? Environment;

    /// <summary>The arguments of the delegate that this instance handles, which the scheduler sets; null otherwise.</summary>
    internal LocationEnvironment? DelegateArguments;

    /// <summary>The slots of the activity's own environment; null if it declares no slots.</summary>
    internal Location[]? OwnSlots;

    /// <summary>The scope id of the activity, unique in the process; see <see cref="LocationEnvironment.ScopeId"/>.</summary>
    internal long ScopeId => OwnSlots is null ? NoScope : Environment!.ScopeId;

    internal long InstanceNumber;

    /// <summary>The progress of the preparation of the activity, and then of its steps.</summary>
    internal int Position;

    internal bool IsCancellationRequested;

    /// <summary>The state, as one byte that is packed with other fields: an int would add eight bytes to each instance.</summary>
    private byte _state;

    internal ActivityInstanceState CurrentState
    {
        get => (ActivityInstanceState)_state;
        set => _state = (byte)value;
    }
}
