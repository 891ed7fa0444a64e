using LegacyOrders.Wf3.Hosting;
using LegacyOrders.Wf3.Workflows;

namespace LegacyOrders.Tests;

/// <summary>A runtime of the sample with the persistence service of the application. Its folder is empty at first and deleted at the end.</summary>
internal sealed class RunningOrders : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("legacy-orders-tests-");
    private readonly StringWriter _output = new();

    private readonly object[] _services;

    public RunningOrders(params object[] services)
    {
        _services = services;
        Runtime = NewRuntime();
    }

    public OrderRuntime Runtime { get; private set; }

    public FolderPersistenceService? Persistence { get; private set; }

    public SampleClock Clock { get; } = new();

    public string Output => _output.ToString();

    public int Files => _folder.GetFiles().Length;

    public List<string> History => (List<string>)Runtime.Outputs["History"];

    /// <summary>Ends the runtime and continues with a new one.</summary>
    public void Restart()
    {
        Runtime.Dispose();
        Runtime = NewRuntime();
    }

    public void Dispose()
    {
        Runtime.Dispose();
        _output.Dispose();
        _folder.Delete(recursive: true);
    }

    private OrderRuntime NewRuntime()
    {
        FolderPersistenceService persistence = new(_folder.FullName);
        persistence.WorkflowTypes.Add(typeof(OrderWorkflow));
        persistence.WorkflowTypes.Add(typeof(FulfilmentWorkflow));
        persistence.WorkflowTypes.Add(typeof(ReturnWorkflow));
        Persistence = persistence;
        return new OrderRuntime(_output, persistence, [Clock, .. _services]);
    }
}
