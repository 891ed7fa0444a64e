using Workflow.Data;

namespace Workflow.Statements;

/// <summary>Runs its body for one value after the other; the values are enumerated lazily, each when the body before it completed.</summary>
/// <remarks>
/// <para>The enumerator is disposed at the end, on cancel, on a fault and on abort. One that cannot be saved keeps the workflow from being persisted
/// while the activity runs; a list's or an array's is such a one.</para>
/// <para>Asked to cancel, it cancels the running body and then looks for one more value: it ends <see cref="ActivityInstanceState.Canceled"/> when there was
/// one or when the body ended canceled, else <see cref="ActivityInstanceState.Closed"/> (rule 3.6).</para>
/// </remarks>
/// <typeparam name="T">The type of the values.</typeparam>
public sealed class ForEach<T> : NativeActivity
{
    private readonly CompletionCallback _onBodyCompleted;
    private readonly Variable<IEnumerator<T>?> _enumerator = new();

    /// <summary>Creates a loop; set <see cref="Values"/> and <see cref="Body"/>.</summary>
    public ForEach() => _onBodyCompleted = OnBodyCompleted;

    /// <summary>What runs for each value, with the value as its argument; null, or one without handler: the values are enumerated all the same.</summary>
    public ActivityAction<T>? Body { get; set; }

    /// <summary>The values; required. A null value in a run is an <see cref="InvalidOperationException"/>.</summary>
    [RequiredArgument]
    public InArgument<IEnumerable<T>> Values { get; set; } = null!;

    internal override StepProgram? Steps => Body?.Handler is { } handler ? new BodySteps(this, Body, handler) : null;

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument values = new(nameof(Values), typeof(IEnumerable<T>), ArgumentDirection.In, isRequired: true);
        metadata.Bind(Values, values);
        metadata.AddArgument(values);
        metadata.AddDelegate(Body);
        metadata.AddImplementationVariable(_enumerator);
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

        IEnumerator<T> enumerator = values.GetEnumerator();
        _enumerator.Set(context, enumerator);
        Advance(context, enumerator);
    }

    /// <inheritdoc/>
    protected override void Abort(NativeActivityAbortContext context) => _enumerator.Get(context)?.Dispose();

    private InvalidOperationException NoValues() =>
        new($"The Values of '{DisplayName}' are null; bind them to a collection, which may be empty.");

    private static void Exhaust(IEnumerable<T> values)
    {
        foreach (T value in values)
        {
            _ = value;
        }
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance) => Advance(context, _enumerator.Get(context)!);

    private void Advance(NativeActivityContext context, IEnumerator<T> enumerator)
    {
        if (enumerator.MoveNext())
        {
            if (!context.IsCancellationRequested)
            {
                context.ScheduleAction(Body!, enumerator.Current, _onBodyCompleted);
                return;
            }

            context.MarkCanceled();
        }

        _enumerator.Set(context, null);
        enumerator.Dispose();
    }

    private sealed class BodySteps(ForEach<T> loop, ActivityAction<T> body, Activity handler) : StepProgram
    {
        private StepTarget? _handler;

        public override ActivityDelegate Delegate => body;

        public override void Bind() => _handler = handler.Plan;

        public override StepTarget? Next(ActivityInstance self, bool result)
        {
            if (self.Position == 0)
            {
                self.Position = 1;
                Begin(self);
            }

            if (EnumeratorOf(self).MoveNext())
            {
                return _handler;
            }

            End(self);
            return null;
        }

        public override void Fill(ActivityInstance self, LocationEnvironment? arguments)
        {
            if (arguments is not null && body.Argument is { } argument)
            {
                Location<T>.WriteOwn(arguments.Slots[argument.Slot], EnumeratorOf(self).Current);
            }
        }

        public override bool Suppress(ActivityInstance self, bool result)
        {
            if (Next(self, result) is null)
            {
                return false;
            }

            End(self);
            return true;
        }

        private void End(ActivityInstance self)
        {
            Location place = PlaceOf(self);
            IEnumerator<T> enumerator = Location<IEnumerator<T>?>.ReadOwn(place)!;
            Location<IEnumerator<T>?>.WriteOwn(place, null);
            enumerator.Dispose();
        }

        private void Begin(ActivityInstance self)
        {
            Location values = self.OwnSlots![loop.Values.Declared!.Slot];
            IEnumerator<T> enumerator = (Location<IEnumerable<T>?>.ReadOwn(values) ?? throw loop.NoValues()).GetEnumerator();
            Location<IEnumerator<T>?>.WriteOwn(PlaceOf(self), enumerator);
        }

        private Location PlaceOf(ActivityInstance self) => self.OwnSlots![loop._enumerator.Slot];

        private IEnumerator<T> EnumeratorOf(ActivityInstance self) => Location<IEnumerator<T>?>.ReadOwn(PlaceOf(self))!;
    }
}
