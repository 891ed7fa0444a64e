namespace Workflow.Statements;

/// <summary>Registers a handle as an execution property for its body, under the name of the handle's type.</summary>
/// <typeparam name="THandle">The type of the handle.</typeparam>
public sealed class HandleScope<THandle> : NativeActivity
    where THandle : Handle
{
    private readonly Variable<THandle> _own = new("own");
    private Variable<THandle>? _made;

    /// <summary>
    /// The handle. If it is not set, the activity creates a handle, which ends with the activity. A null value in a run causes an
    /// <see cref="InvalidOperationException"/>.
    /// </summary>
    public InArgument<THandle>? Handle { get; set; }

    /// <summary>The activity to run; null if there is none.</summary>
    public Activity? Body { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        _made = Handle?.Expression is null ? _own : null;
        RuntimeArgument handle = new(nameof(Handle), typeof(THandle), ArgumentDirection.In);
        metadata.Bind(Handle, handle);
        metadata.AddArgument(handle);
        metadata.AddChild(Body);
        if (_made is not null)
        {
            metadata.AddImplementationVariable(_made);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        THandle handle = (_made is null ? Handle!.Get(context) : _made.Get(context))
            ?? throw new InvalidOperationException($"The Handle of '{DisplayName}' is null; bind it to a variable of that type, or leave it unset.");
        context.Properties.Add(handle.ExecutionPropertyName, handle);
        if (Body is not null)
        {
            context.ScheduleActivity(Body);
        }
    }
}
