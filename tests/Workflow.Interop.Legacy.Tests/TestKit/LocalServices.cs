using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy.Tests.TestKit;

/// <summary>A contract without correlation.</summary>
[ExternalDataExchange]
public interface IOrders
{
    event EventHandler<ShippedEventArgs> Shipped;

    string Add(string name, int count, out int total);

    void Fail();

    void ShipAtOnce();
}

/// <summary>A contract with correlation.</summary>
[ExternalDataExchange]
[CorrelationParameter("taskId")]
public interface ITasks
{
    [CorrelationAlias("taskId", "e.TaskId")]
    event EventHandler<TaskEventArgs> Completed;

    [CorrelationInitializer]
    void Create(string taskId);
}

/// <summary>A contract with an event whose arguments do not identify an instance.</summary>
[ExternalDataExchange]
public interface IWrong
{
    event EventHandler Wrong;
}

[Serializable]
public sealed class ShippedEventArgs(Guid instanceId, string carrier) : ExternalDataEventArgs(instanceId)
{
    public string Carrier { get; } = carrier;
}

[Serializable]
public sealed class TaskEventArgs(Guid instanceId, string taskId) : ExternalDataEventArgs(instanceId)
{
    public string TaskId { get; } = taskId;
}

public sealed class OrderService : IOrders
{
    public event EventHandler<ShippedEventArgs>? Shipped;

    public List<string> Calls { get; } = [];

    public string Add(string name, int count, out int total)
    {
        Calls.Add($"add {name} {count} {WorkflowEnvironment.WorkflowInstanceId}");
        total = count + 100;
        return $"{count} {name}";
    }

    public void Fail() => throw new FormatException("service");

    public void ShipAtOnce() => Ship(WorkflowEnvironment.WorkflowInstanceId, "now");

    public void Ship(Guid instanceId, string carrier, bool waits = false) =>
        Ship(new ShippedEventArgs(instanceId, carrier) { Identity = "me", WaitForIdle = waits });

    public void Ship(ShippedEventArgs e) => Ship(e, this);

#pragma warning disable MA0091 // Local services of applications pass other senders, or null.
    public void Ship(ShippedEventArgs e, object? sender) => Shipped?.Invoke(sender, e);
#pragma warning restore MA0091
}

public sealed class TaskService : ITasks
{
    public event EventHandler<TaskEventArgs>? Completed;

    public List<string> Created { get; } = [];

    public void Create(string taskId) => Created.Add(taskId);

    public void Complete(Guid instanceId, string taskId) => Completed?.Invoke(this, new TaskEventArgs(instanceId, taskId));
}

public sealed class WrongService : IWrong
{
    public event EventHandler Wrong
    {
        add => throw new NotSupportedException("Nothing is added.");
        remove => throw new NotSupportedException("Nothing is removed.");
    }
}
