using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using Workflow;

namespace PortedActivities.Mapping;

/// <summary>Runs its body for all values side by side; the result has what the bodies returned, in the order of the values.</summary>
public sealed class ParallelMap<TValue, TMapped> : NativeActivity<TMapped[]>
{
    private readonly Variable<TMapped[]> _mapped = new Variable<TMapped[]>();
    private readonly Variable<Dictionary<string, int>> _running = new Variable<Dictionary<string, int>>();

    [RequiredArgument]
    public InArgument<IEnumerable<TValue>> Values { get; set; }

    [DefaultValue(null)]
    public ActivityFunc<TValue, TMapped> Body { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        RuntimeArgument values = new RuntimeArgument("Values", typeof(IEnumerable<TValue>), ArgumentDirection.In, true);
        metadata.Bind(Values, values);
        metadata.AddArgument(values);
        metadata.AddDelegate(Body);
        metadata.AddImplementationVariable(_mapped);
        metadata.AddImplementationVariable(_running);
        if (Body == null)
        {
            metadata.AddValidationError("'" + DisplayName + "' does not say what becomes of a value: set its Body.");
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        TValue[] values = Values.Get(context).ToArray();
        _mapped.Set(context, new TMapped[values.Length]);
        Dictionary<string, int> running = new Dictionary<string, int>();
        _running.Set(context, running);

        // What is scheduled last starts first.
        for (int i = values.Length - 1; i >= 0; i--)
        {
            running.Add(context.ScheduleFunc(Body, values[i], OnMapped).Id, i);
        }

        SetResultAtTheEnd(context);
    }

    private void OnMapped(NativeActivityContext context, ActivityInstance completedInstance, TMapped result)
    {
        Dictionary<string, int> running = _running.Get(context);
        int position = running[completedInstance.Id];
        if (completedInstance.State == ActivityInstanceState.Closed)
        {
            _mapped.Get(context)[position] = result;
            running.Remove(completedInstance.Id);
        }

        SetResultAtTheEnd(context);
    }

    /// <summary>Not reached when a body was canceled: half a result is none.</summary>
    private void SetResultAtTheEnd(NativeActivityContext context)
    {
        if (_running.Get(context).Count == 0)
        {
            Result.Set(context, _mapped.Get(context));
        }
    }
}
