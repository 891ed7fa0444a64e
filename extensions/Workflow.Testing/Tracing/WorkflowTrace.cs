using System.Collections.ObjectModel;
using System.Text;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>The actions of one workflow instance, in order, also across unloading and loading. <see cref="ToString"/> returns them as readable text.</summary>
/// <remarks>Not thread-safe. Use it on the thread of the test, while the host does not run.</remarks>
public sealed class WorkflowTrace
{
    private readonly List<TrackingRecord> _records = [];
    private readonly Dictionary<string, int> _depths = [];
    private readonly OperationsInProgress _operations;

    internal WorkflowTrace(Activity definition)
    {
        _operations = new OperationsInProgress(definition);
        Records = new ReadOnlyCollection<TrackingRecord>(_records);
    }

    /// <summary>All tracking records of the instance, with the arguments and variables of the activities at the time of each record.</summary>
    /// <remarks>Objects among the values belong to the workflow, which may have changed them since then.</remarks>
    public IReadOnlyList<TrackingRecord> Records { get; }

    /// <summary>The asynchronous activities whose operation is running, as text.</summary>
    internal IReadOnlyCollection<string> RunningOperations => _operations.Names;

    /// <summary>Checks that activities started in an order. Other activities may run before, between and after them.</summary>
    /// <param name="displayNames">The display names, in the expected order; a name may occur several times.</param>
    /// <returns>This trace, for further checks.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="displayNames"/> is null.</exception>
    /// <exception cref="WorkflowTestException">An activity did not run, or not in that order; the message names the first such activity.</exception>
    public WorkflowTrace AssertRan(params string[] displayNames)
    {
        ArgumentNullException.ThrowIfNull(displayNames);
        int next = CountInOrder(Executed(), displayNames, static (name, expected) => name == expected);
        if (next == displayNames.Length)
        {
            return this;
        }

        string before = next == 0 ? string.Empty : $" after '{displayNames[next - 1]}'";
        throw new WorkflowTestException($"'{displayNames[next]}' did not run{before}.{Environment.NewLine}{this}");
    }

    /// <summary>Checks that activities did not run.</summary>
    /// <param name="displayNames">The display names.</param>
    /// <returns>This trace, for further checks.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="displayNames"/> is null.</exception>
    /// <exception cref="WorkflowTestException">One of the activities ran.</exception>
    public WorkflowTrace AssertDidNotRun(params string[] displayNames)
    {
        ArgumentNullException.ThrowIfNull(displayNames);
        HashSet<string> ran = [.. Executed()];
        return Array.Find(displayNames, ran.Contains) is { } name
            ? throw new WorkflowTestException($"'{name}' ran.{Environment.NewLine}{this}")
            : this;
    }

    /// <summary>
    /// Checks that lines of the trace contain texts, in an order: states with arguments, resumptions, faults, custom records. Other lines may be before,
    /// between and after them.
    /// </summary>
    /// <param name="texts">A part of each line, as <see cref="ToString"/> writes it, for example <c>Charge (1.5) Closed</c> or <c>Amount = 5</c>.</param>
    /// <returns>This trace, for further checks.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="texts"/> is null.</exception>
    /// <exception cref="WorkflowTestException">A text is in no line, or not in that order; the message names the first such text.</exception>
    public WorkflowTrace AssertRecorded(params string[] texts)
    {
        ArgumentNullException.ThrowIfNull(texts);
        int next = CountInOrder(ToString().Split(Environment.NewLine), texts, static (line, expected) => line.Contains(expected, StringComparison.Ordinal));
        if (next == texts.Length)
        {
            return this;
        }

        string before = next == 0 ? string.Empty : $" after '{texts[next - 1]}'";
        throw new WorkflowTestException($"No record contains '{texts[next]}'{before}.{Environment.NewLine}{this}");
    }

    /// <summary>Returns one line for each event: the time since the first event, the activity, its new state and its arguments.</summary>
    /// <returns>The text; empty if nothing has run.</returns>
    public override string ToString()
    {
        StringBuilder text = new();
        foreach (TrackingRecord record in _records)
        {
            TraceText.Append(text, record, _records[0].EventTime, _depths);
        }

        return text.ToString();
    }

    internal void Add(TrackingRecord record)
    {
        _records.Add(record);
        if (record is ActivityScheduledRecord scheduled)
        {
            _depths[scheduled.Child.InstanceId] = scheduled.Activity is { } parent ? _depths.GetValueOrDefault(parent.InstanceId) + 1 : 0;
        }

        _operations.Note(record);
    }

    /// <summary>Returns the number of expected texts that were found, one after the other.</summary>
    private static int CountInOrder(IEnumerable<string> found, string[] expected, Func<string, string, bool> matches)
    {
        int count = 0;
        foreach (string text in found)
        {
            if (count < expected.Length && matches(text, expected[count]))
            {
                count++;
            }
        }

        return count;
    }

    private IEnumerable<string> Executed() =>
        from record in _records.OfType<ActivityStateRecord>()
        where record.State == ActivityStates.Executing
        select record.Activity.Name;
}
