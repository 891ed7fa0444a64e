using System.Text.Json.Serialization;

namespace Workflow.Extensions.Hosting;

/// <summary>The state of an instance, as its store knows it. Serialized as a JSON string.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<WorkflowInstanceState>))]
public enum WorkflowInstanceState
{
    /// <summary>The instance runs in a process, or is ready to run.</summary>
    Running = 0,

    /// <summary>The instance waits at bookmarks or for timers.</summary>
    Waiting = 1,

    /// <summary>The instance does not run until <see cref="WorkflowClient.ContinueAsync"/>, because of failures or a request.</summary>
    Suspended = 2,

    /// <summary>The instance has ended normally.</summary>
    Completed = 3,

    /// <summary>The instance has ended after a cancellation.</summary>
    Canceled = 4,

    /// <summary>The instance has ended with an exception.</summary>
    Faulted = 5,
}
