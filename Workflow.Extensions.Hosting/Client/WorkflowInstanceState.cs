using System.Text.Json.Serialization;

namespace Workflow.Extensions.Hosting;

/// <summary>What an instance does, as its store knows it. In JSON it is a text.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<WorkflowInstanceState>))]
public enum WorkflowInstanceState
{
    /// <summary>It runs in a process, or is to be run.</summary>
    Running = 0,

    /// <summary>It waits at bookmarks or for timers.</summary>
    Waiting = 1,

    /// <summary>It does not run until <see cref="WorkflowClient.ContinueAsync"/>, because of failures or a request.</summary>
    Suspended = 2,

    /// <summary>It has ended normally.</summary>
    Completed = 3,

    /// <summary>It has ended after a cancellation.</summary>
    Canceled = 4,

    /// <summary>It has ended with an exception.</summary>
    Faulted = 5,
}
