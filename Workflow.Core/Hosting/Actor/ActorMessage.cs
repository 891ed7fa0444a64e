namespace Workflow.Hosting;

/// <summary>A message to an instance: input from outside, which the owner of the turn handles.</summary>
internal abstract class ActorMessage
{
    /// <summary>
    /// The next message of the list that contains this one. A message is in one list at a time, and only the owner of that list changes the link.
    /// </summary>
    public ActorMessage? Next { get; set; }
}
