namespace Workflow.Statements;

/// <summary>Runs its body for all values interleaved: while one body waits, another runs. It uses no additional threads.</summary>
/// <remarks>
/// <para>All values are enumerated before any body runs, and the bodies are scheduled in that order, so the body of the last value starts first (rule 1.3). The
/// activity completes when all bodies have completed, or when <see cref="CompletionCondition"/> is true after one of them. Then the other bodies are canceled,
/// and the activity is <see cref="ActivityInstanceState.Closed"/>.</para>
/// <para>On a cancel request, the activity cancels its bodies and does not evaluate the condition any more. If the condition would have been evaluated, the
/// activity is <see cref="ActivityInstanceState.Canceled"/> (rule 3.6).</para>
/// </remarks>
/// <typeparam name="T">The type of the values.</typeparam>
public sealed class ParallelForEach<T> : NativeActivity
{
    private readonly CompletionCallback _onBodyCompleted;
    private readonly CompletionCallback<bool> _onConditionCompleted;

    /// <summary>True after the condition was true; used only with a completion condition.</summary>
    private readonly Variable<bool> _isDecided = new("isDecided");

    /// <summary>Creates a loop; set <see cref="Values"/> and <see cref="Body"/>.</summary>
    public ParallelForEach()
    {
        _onBodyCompleted = OnBodyCompleted;
        _onConditionCompleted = OnConditionCompleted;
    }

    /// <summary>The activity to run for each value, with the value as its argument. If null, the values are only enumerated.</summary>
    public ActivityAction<T>? Body { get; set; }

    /// <summary>
    /// The condition that is evaluated after each body. When it is true, the remaining bodies are canceled. If null, the default, all bodies run to their end.
    /// </summary>
    public Activity<bool>? CompletionCondition { get; set; }

    /// <summary>The values; required. A null value in a run causes an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<IEnumerable<T>> Values { get; set; } = null!;

    internal override ActivityTraits Traits => ActivityTraits.HandlesChildCompletion;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument values = new(nameof(Values), typeof(IEnumerable<T>), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Values, values);
        metadata.AddArgument(values);
        metadata.AddDelegate(Body);
        if (CompletionCondition is not null)
        {
            metadata.AddChild(CompletionCondition);
            metadata.AddImplementationVariable(_isDecided);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        IEnumerable<T> values = Values.Get(context)
            ?? throw new InvalidOperationException($"The Values of '{DisplayName}' are null; bind them to a collection, which may be empty.");
        CompletionCallback? onCompleted = CompletionCondition is null ? null : _onBodyCompleted;
        foreach (T value in values)
        {
            if (Body is not null)
            {
                context.ScheduleAction(Body, value, onCompleted);
            }
        }
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (!_isDecided.Get(context))
        {
            // Under a cancel request this schedules nothing and marks the activity as canceled (rule 3.2).
            context.ScheduleActivity(CompletionCondition!, _onConditionCompleted);
        }
    }

    private void OnConditionCompleted(NativeActivityContext context, ActivityInstance completedInstance, bool result)
    {
        if (result)
        {
            _isDecided.Set(context, true);
            context.CancelChildren();
        }
    }
}
