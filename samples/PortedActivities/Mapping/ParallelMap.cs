using System.Collections.Generic;
using System.ComponentModel;
using System.Linq;
using Workflow;

namespace PortedActivities.Mapping;

/// <summary>Runs its body for all values at the same time; the result contains the results of the bodies, in the order of the values.</summary>
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
            metadata.AddValidationError("'" + DisplayName + "' has no body for the values; set its Body.");
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        TValue[] values = Values.Get(context).ToArray();
        _mapped.Set(context, new TMapped[values.Length]);
        Dictionary<string, int> running = new Dictionary<string, int>();
        _running.Set(context, running);

        // The child scheduled last starts first.
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

    /// <summary>Sets the result when all bodies have closed. If a body was canceled, the result is not set, because it would be incomplete.</summary>
    private void SetResultAtTheEnd(NativeActivityContext context)
    {
        if (_running.Get(context).Count == 0)
        {
            Result.Set(context, _mapped.Get(context));
        }
    }
}
