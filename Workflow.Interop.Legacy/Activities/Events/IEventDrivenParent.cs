namespace Workflow.Interop.Legacy.Activities;

/// <summary>An activity whose children can be <see cref="EventDrivenActivity"/>s, because it waits for their events.</summary>
internal interface IEventDrivenParent;
