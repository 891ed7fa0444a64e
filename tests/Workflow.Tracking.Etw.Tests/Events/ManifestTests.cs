using System.Diagnostics.Tracing;
using System.Globalization;
using System.Reflection;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Tests.Events;

/// <summary>Tests that the manifest of the events equals a reviewed text. A change of existing events breaks consumers in other processes.</summary>
public sealed class ManifestTests
{
    private const string File = "Workflow-Tracking.events.txt";
    private const string AcceptVariable = "WORKFLOW_ACCEPT_MANIFEST";

    [Fact]
    public void Events_OfTheProvider_AreTheReviewedOnes()
    {
        string actual = Render();
        if (Environment.GetEnvironmentVariable(AcceptVariable) is { Length: > 0 } folder)
        {
            System.IO.File.WriteAllText(Path.Combine(folder, File), actual);
        }

        string path = Path.Combine(AppContext.BaseDirectory, "Events", File);
        string reviewed = System.IO.File.Exists(path) ? System.IO.File.ReadAllText(path).ReplaceLineEndings("\n") : string.Empty;
        Assert.True(
            reviewed == actual,
            $"The events differ from '{File}'. Reviewed:\n{reviewed}\nActual:\n{actual}\n"
            + $"Consumers rely on them: only add. To accept, run this test with the environment variable {AcceptVariable} set to the folder of that file, and review its diff.");
    }

    [Fact]
    public void RecordEvents_OfTheTable_EqualTheirMethods()
    {
        RecordEvent[] table = [.. typeof(RecordEvent).GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => (RecordEvent)field.GetValue(null)!)];
        IEnumerable<RecordEvent> methods = Events()
            .Where(entry => entry.Method.GetParameters().Any(parameter => parameter.Name == "EventTime"))
            .Select(entry => new RecordEvent(entry.Event.EventId, entry.Event.Level, entry.Event.Keywords));
        Assert.Equal(table.OrderBy(recordEvent => recordEvent.Id), methods.OrderBy(recordEvent => recordEvent.Id));
    }

    [Fact]
    public void Manifest_OfTheProvider_IsValid()
    {
        string? manifest = EventSource.GenerateManifest(typeof(TrackingEventSource), "Workflow.Tracking.Etw.dll", EventManifestOptions.Strict);
        Assert.Contains("name=\"Workflow-Tracking\"", manifest, StringComparison.Ordinal);
    }

    [Fact]
    public void Provider_Created_HasNoError()
    {
        Assert.Null(TrackingEventSource.Log.ConstructionException);
        Assert.Equal(EventSource.GetGuid(typeof(TrackingEventSource)), TrackingEventSource.Log.Guid);
    }

    private static string Render()
    {
        IEnumerable<string> events = Events().OrderBy(entry => entry.Event.EventId).Select(entry => Render(entry.Method, entry.Event));
        Type type = typeof(TrackingEventSource);
        return $"{EventSource.GetName(type)} {EventSource.GetGuid(type)}\n\n{string.Join('\n', events)}";
    }

    private static IEnumerable<(MethodInfo Method, EventAttribute Event)> Events() => typeof(TrackingEventSource)
        .GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly)
        .Select(method => (Method: method, Event: method.GetCustomAttribute<EventAttribute>()!))
        .Where(entry => entry.Event is not null);

    private static string Render(MethodInfo method, EventAttribute attribute) => string.Create(
        CultureInfo.InvariantCulture,
        $"{attribute.EventId} {method.Name}, {attribute.Level}, 0x{(long)attribute.Keywords:X}\n  {string.Join("\n  ", method.GetParameters().Select(parameter => $"{parameter.ParameterType.Name} {parameter.Name}"))}\n  {attribute.Message}\n");
}
