using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>The asynchronous activities that are running. Their completion comes from outside, so the host has to wait for it.</summary>
internal sealed class OperationsInProgress(Activity definition)
{
    private readonly Dictionary<string, string> _running = [];
    private readonly Dictionary<string, bool> _isAsynchronous = [];

    public IReadOnlyCollection<string> Names => _running.Values;

    public void Note(TrackingRecord record)
    {
        switch (record)
        {
            case ActivityStateRecord { State: ActivityStates.Executing } begin when IsAsynchronous(begin.Activity.Id):
                _running[begin.Activity.InstanceId] = $"'{begin.Activity.Name}' ({begin.Activity.Id})";
                break;
            case ActivityStateRecord end:
                _running.Remove(end.Activity.InstanceId);
                break;
            case FaultPropagationRecord { FaultSource: { } source }:
                // A faulted activity may be removed without a state record of its own.
                _running.Remove(source.InstanceId);
                break;
            case WorkflowInstanceRecord { State: WorkflowInstanceStates.Aborted or WorkflowInstanceStates.Terminated or WorkflowInstanceStates.Completed }:
                _running.Clear();
                break;
        }
    }

    private bool IsAsynchronous(string id)
    {
        if (!_isAsynchronous.TryGetValue(id, out bool isAsynchronous))
        {
            isAsynchronous = DerivesFromAsync(WorkflowInspectionServices.Resolve(definition, id).GetType());
            _isAsynchronous.Add(id, isAsynchronous);
        }

        return isAsynchronous;
    }

    private static bool DerivesFromAsync(Type? type)
    {
        for (; type is not null; type = type.BaseType)
        {
            if (type == typeof(AsyncCodeActivity) || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(AsyncCodeActivity<>)))
            {
                return true;
            }
        }

        return false;
    }
}
