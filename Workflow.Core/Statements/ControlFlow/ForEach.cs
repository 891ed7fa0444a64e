namespace Workflow.Statements;

/// <summary>
/// Runs its body for each value, one after the other. The values are enumerated lazily: the next value is read when the previous body has completed.
/// </summary>
/// <remarks>
/// <para>The enumerator is disposed at the end, on cancellation, on a fault and on abort. A loaded instance continues at the position in its values at which it
/// was saved. For a collection that defines its own order (sorted, immutable or concurrent sets and dictionaries), it continues with a copy of the remaining
/// values. If the values cannot be saved, for example because they are a lazy query, the save fails.</para>
/// <para>On a cancel request, the activity cancels the running body and then checks for another value. It ends <see cref="ActivityInstanceState.Canceled"/> if
/// there is another value or the body ended canceled, otherwise <see cref="ActivityInstanceState.Closed"/> (rule 3.6).</para>
/// </remarks>
/// <typeparam name="T">The type of the values.</typeparam>
public sealed class ForEach<T> : NativeActivity
{
    private static readonly StateKind[] Kinds = [ValueCursor<T>.Kind];

    private readonly CompletionCallback _onBodyCompleted;
    private readonly Variable<ValueCursor<T>?> _cursor = new("cursor");

    /// <summary>Creates a loop; set <see cref="Values"/> and <see cref="Body"/>.</summary>
    public ForEach() => _onBodyCompleted = OnBodyCompleted;

    /// <summary>
    /// The activity to run for each value, with the value as its argument. If it is null or has no handler, the values are enumerated without it.
    /// </summary>
    public ActivityAction<T>? Body { get; set; }

    /// <summary>The values; required. A null value in a run causes an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<IEnumerable<T>> Values { get; set; } = null!;

    internal override IReadOnlyList<StateKind> SavedKinds => Kinds;

    internal override ControlFlowProgram? Steps => Body?.Handler is null ? null : new ForEachSteps<T>(this, Body, _cursor, _onBodyCompleted);

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument values = new(nameof(Values), typeof(IEnumerable<T>), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Values, values);
        metadata.AddArgument(values);
        metadata.AddDelegate(Body);
        metadata.AddImplementationVariable(_cursor);
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        IEnumerable<T> values = Values.Get(context) ?? throw NoValues();
        if (Body?.Handler is null)
        {
            Exhaust(values);
            return;
        }

        ValueCursor<T> cursor = new(values);
        _cursor.Set(context, cursor);
        Advance(context, cursor);
    }

    /// <inheritdoc/>
    protected override void Abort(NativeActivityAbortContext context) => _cursor.Get(context)?.Dispose();

    internal InvalidOperationException NoValues() =>
        new($"The Values of '{DisplayName}' are null; bind them to a collection, which may be empty.");

    private static void Exhaust(IEnumerable<T> values)
    {
        foreach (T value in values)
        {
            _ = value;
        }
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance) => Advance(context, _cursor.Get(context)!);

    private void Advance(NativeActivityContext context, ValueCursor<T> cursor)
    {
        if (cursor.MoveNext())
        {
            if (!context.IsCancellationRequested)
            {
                context.ScheduleAction(Body!, cursor.Current, _onBodyCompleted);
                return;
            }

            context.MarkCanceled();
        }

        _cursor.Set(context, null);
        cursor.Dispose();
    }
}
