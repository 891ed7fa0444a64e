using System;
using System.Collections.Generic;
using System.IO;
using LegacyOrders.Wf3.Orders;
using LegacyOrders.Wf3.Services;
using LegacyOrders.Wf3.Workflows;
using Workflow.Interop.Legacy.Activities;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>A runtime with the services for orders. Its workflows run on the thread of the caller.</summary>
public class OrderRuntime : IDisposable
{
    private readonly TextWriter _output;
    private readonly WorkflowRuntime _runtime = new WorkflowRuntime();
    private readonly ManualWorkflowSchedulerService _scheduler = new ManualWorkflowSchedulerService();

    public OrderRuntime(TextWriter output, WorkflowPersistenceService persistence, params object[] services)
    {
        _output = output;
        Desk = new OrderDesk(output);
        Returns = new ReturnDesk();
        Warehouse = new Warehouse(output);
        _runtime.Name = "orders";
        _runtime.AddService(_scheduler);
        _runtime.AddService(persistence);
        _runtime.AddService(output);
        _runtime.AddService(new ShiftLog(output));
        foreach (object service in services)
        {
            _runtime.AddService(service);
        }

        ExternalDataExchangeService exchange = new ExternalDataExchangeService();
        _runtime.AddService(exchange);
        exchange.AddService(Desk);
        exchange.AddService(Returns);
        exchange.AddService(Warehouse);
        Subscribe();
        _runtime.StartRuntime();
    }

    public OrderDesk Desk { get; private set; }

    public ReturnDesk Returns { get; private set; }

    public Warehouse Warehouse { get; private set; }

    /// <summary>The number of times that an instance became idle.</summary>
    public int Idles { get; private set; }

    /// <summary>The outputs of the workflow that completed last.</summary>
    public Dictionary<string, object> Outputs { get; private set; }

    public Guid Start(Type workflowType, Order order, decimal amount)
    {
        Dictionary<string, object> arguments = new Dictionary<string, object>();
        arguments.Add("Order", order);
        if (workflowType == typeof(OrderWorkflow))
        {
            arguments.Add("Amount", amount);
        }

        return Start(workflowType, arguments);
    }

    /// <summary>Starts the workflow for returned goods.</summary>
    public Guid StartReturn(Order order, string condition, int days)
    {
        Dictionary<string, object> arguments = new Dictionary<string, object>();
        arguments.Add("Order", order);
        arguments.Add("Condition", condition);
        arguments.Add("Days", days);
        return Start(typeof(ReturnWorkflow), arguments);
    }

    /// <summary>Changes a return that waits.</summary>
    public ICollection<string> Apologize(Guid instanceId, string text)
    {
        return ReturnChanges.Apologize(_runtime.GetWorkflow(instanceId), text);
    }

    /// <summary>Runs an instance until it waits. Loads the instance first.</summary>
    public void Run(Guid instanceId)
    {
        _runtime.GetWorkflow(instanceId).Load();
        _scheduler.RunWorkflow(instanceId);
    }

    public void SendNote(Guid instanceId, string note)
    {
        _runtime.GetWorkflow(instanceId).EnqueueItem("Notes", note, null, null);
        Run(instanceId);
    }

    public string StateOf(Guid instanceId)
    {
        StateMachineWorkflowInstance machine = new StateMachineWorkflowInstance(_runtime, instanceId);
        return machine.CurrentState.Name;
    }

    public ICollection<string> StatesOf(Guid instanceId)
    {
        List<string> names = new List<string>();
        foreach (StateActivity state in new StateMachineWorkflowInstance(_runtime, instanceId).States)
        {
            names.Add(state.Name);
        }

        return names;
    }

    /// <summary>Changes the state of a state machine from outside.</summary>
    public void SetState(Guid instanceId, string stateName)
    {
        StateMachineWorkflowInstance machine = new StateMachineWorkflowInstance(_runtime, instanceId);
        if (machine.CurrentStateName != stateName)
        {
            machine.SetState(stateName);
            Run(instanceId);
        }
    }

    /// <summary>Changes the state without the class for state machines, by an item in the queue of the workflow.</summary>
    public void SendState(Guid instanceId, string stateName)
    {
        WorkflowInstance instance = _runtime.GetWorkflow(instanceId);
        instance.EnqueueItemOnIdle(StateMachineWorkflowActivity.SetStateQueueName, new SetStateEventArgs(stateName), null, null);
        Run(instanceId);
    }

    /// <summary>Returns the events for which an instance waits, and the names of its other queues.</summary>
    public ICollection<string> WaitsFor(Guid instanceId)
    {
        List<string> names = new List<string>();
        foreach (WorkflowQueueInfo queue in _runtime.GetWorkflow(instanceId).GetWorkflowQueueData())
        {
            EventQueueName name = queue.QueueName as EventQueueName;
            if (queue.SubscribedActivityNames.Count > 0 && !(queue.QueueName is Guid))
            {
                names.Add(name == null ? queue.QueueName.ToString() : name.InterfaceType.Name + "." + name.MethodName);
            }
        }

        names.Sort(StringComparer.Ordinal);
        return names;
    }

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    protected virtual void Dispose(bool disposing)
    {
        if (disposing)
        {
            _runtime.StopRuntime();
            _runtime.Dispose();
        }
    }

    private Guid Start(Type workflowType, Dictionary<string, object> arguments)
    {
        try
        {
            WorkflowInstance instance = _runtime.CreateWorkflow(workflowType, arguments);
            instance.Start();
            Run(instance.InstanceId);
            return instance.InstanceId;
        }
        catch (WorkflowValidationFailedException exception)
        {
            foreach (ValidationError error in exception.Errors)
            {
                _output.WriteLine("  " + error.ErrorText);
            }

            throw;
        }
    }

    private void Subscribe()
    {
        _runtime.Started += new EventHandler<WorkflowRuntimeEventArgs>(OnStarted);
        _runtime.WorkflowCompleted += new EventHandler<WorkflowCompletedEventArgs>(OnCompleted);
        _runtime.WorkflowTerminated += new EventHandler<WorkflowTerminatedEventArgs>(OnTerminated);
        _runtime.WorkflowSuspended += new EventHandler<WorkflowSuspendedEventArgs>(OnSuspended);
        _runtime.WorkflowIdled += new EventHandler<WorkflowEventArgs>(OnIdled);
        _runtime.WorkflowUnloaded += new EventHandler<WorkflowEventArgs>(OnUnloaded);
        _runtime.WorkflowLoaded += new EventHandler<WorkflowEventArgs>(OnLoaded);
        _runtime.ServicesExceptionNotHandled += new EventHandler<ServicesExceptionNotHandledEventArgs>(OnServiceFailed);
    }

    private void OnStarted(object sender, WorkflowRuntimeEventArgs e)
    {
        _output.WriteLine("  the runtime is {0}", e.IsStarted ? "started" : "stopped");
    }

    private void OnSuspended(object sender, WorkflowSuspendedEventArgs e)
    {
        _output.WriteLine("  suspended: {0}", e.Error);
    }

    private void OnIdled(object sender, WorkflowEventArgs e)
    {
        Idles++;
    }

    private void OnUnloaded(object sender, WorkflowEventArgs e)
    {
        _output.WriteLine("  unloaded");
    }

    private void OnLoaded(object sender, WorkflowEventArgs e)
    {
        _output.WriteLine("  loaded");
    }

    private void OnServiceFailed(object sender, ServicesExceptionNotHandledEventArgs e)
    {
        _output.WriteLine("  a service failed: {0}", e.Exception.Message);
    }

    private void OnCompleted(object sender, WorkflowCompletedEventArgs e)
    {
        Outputs = e.OutputParameters;
        _output.WriteLine("  completed");
    }

    private void OnTerminated(object sender, WorkflowTerminatedEventArgs e)
    {
        WorkflowTerminatedException terminated = e.Exception as WorkflowTerminatedException;
        _output.WriteLine("  {0}: {1}", terminated == null ? "failed" : "terminated", e.Exception.Message);
    }
}
