using System.Xml.Linq;
using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow.Core.Tests.TestKit;

/// <summary>A persistence participant that logs its calls and saves the values of the test.</summary>
internal sealed class Saver(Log log, string name = "save") : PersistenceParticipant
{
    public IDictionary<XName, object?>? ReadWrite { get; init; }

    public IDictionary<XName, object?>? WriteOnly { get; init; }

    public Action? OnCollect { get; set; }

    public Func<IDictionary<XName, object?>, IDictionary<XName, object?>, IDictionary<XName, object?>?>? OnMap { get; init; }

    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        log.Add($"{name} collects");
        OnCollect?.Invoke();
        (readWriteValues, writeOnlyValues) = (ReadWrite, WriteOnly);
    }

    protected override IDictionary<XName, object?>? MapValues(IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues) =>
        OnMap?.Invoke(readWriteValues, writeOnlyValues);
}

/// <summary>Creates the extensions of a test.</summary>
internal static class Extensions
{
    public static WorkflowInstanceExtensionManager Of(params object[] singletons)
    {
        WorkflowInstanceExtensionManager extensions = new();
        foreach (object singleton in singletons)
        {
            extensions.Add(singleton);
        }

        return extensions;
    }
}
