using System;
using System.IO;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace LegacyOrders.Wf3.Hosting;

/// <summary>A service of the application, which starts and stops with the runtime.</summary>
public class ShiftLog : WorkflowRuntimeService
{
    private readonly TextWriter _output;

    public ShiftLog(TextWriter output)
    {
        _output = output;
    }

    /// <summary>The number of starts minus the number of stops.</summary>
    public int Shifts { get; private set; }

    /// <summary>Reports a failure that belongs to no workflow.</summary>
    public void Report(Exception exception)
    {
        base.RaiseServicesExceptionNotHandledEvent(exception, Guid.Empty);
    }

    protected override void Start()
    {
        base.Start();
        Shifts++;
    }

    protected override void OnStarted()
    {
        base.OnStarted();
        Write();
    }

    protected override void Stop()
    {
        base.Stop();
        Shifts--;
    }

    protected override void OnStopped()
    {
        base.OnStopped();
        Write();
    }

    private void Write()
    {
        _output.WriteLine("  shift log of '{0}': {1}", base.Runtime == null ? "nothing" : base.Runtime.Name, base.State);
    }
}
