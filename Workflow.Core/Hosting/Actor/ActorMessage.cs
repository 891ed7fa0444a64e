namespace Workflow.Hosting;

/// <summary>A message to an instance: what has reached it from outside, for the owner of its turn to handle.</summary>
internal abstract class ActorMessage
{
    /// <summary>The next one in whatever list the message is in: one at a time, and changed only by the owner of that list.</summary>
    public ActorMessage? Next { get; set; }
}
