using System.Runtime.ExceptionServices;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>Notifies activities that they enter memory, leave memory, or are released. Only the thread that runs the instance uses it.</summary>
internal sealed class ActivityLifetime(RuntimePort port, ExecutorHost host)
{
    /// <summary>Prepares new activities.</summary>
    public void Load(Activity contextRoot)
    {
        foreach (Activity activity in ActivityNames.Tree(contextRoot))
        {
            if (activity.Enabled)
            {
                activity.OnActivityExecutionContextLoad(port);
                activity.Initialize(port);
            }
        }
    }

    /// <summary>Notifies the activities of a saved instance that they were loaded into memory.</summary>
    public void Reload(Activity root)
    {
        foreach (Activity activity in ActivityNames.Live(root).Where(static activity => activity.Enabled))
        {
            activity.OnActivityExecutionContextLoad(port);
        }
    }

    /// <summary>Notifies the activities that they leave memory, and disposes of them. They do not end.</summary>
    public void Unload(Activity root)
    {
        foreach (Activity activity in ActivityNames.Live(root))
        {
            if (activity.Enabled)
            {
                host.Guard(() => activity.OnActivityExecutionContextUnload(port), port.InstanceId);
            }

            host.Guard(activity.Dispose, port.InstanceId);
        }
    }

    /// <summary>Releases the activities of an execution context that is no longer needed.</summary>
    public void Discard(Activity contextRoot)
    {
        Exception? exception = null;
        Uninitialize(contextRoot, ref exception);
        Unload(contextRoot);
        if (exception is not null)
        {
            ExceptionDispatchInfo.Throw(exception);
        }
    }

    /// <summary>Releases the activities of an instance that has ended. Their exceptions are ignored, because no activity can handle them.</summary>
    public void End(Activity root)
    {
        Exception? ignored = null;
        Uninitialize(root, ref ignored);
        Unload(root);
    }

    /// <summary>Uninitializes an activity and its descendants, including children that have not run.</summary>
    public void Uninitialize(Activity root, ref Exception? exception)
    {
        foreach (Activity activity in ActivityNames.Live(root))
        {
            if (activity.ExecutionResult == ActivityExecutionResult.Uninitialized || !activity.Enabled)
            {
                continue;
            }

            try
            {
                // The result is set before the call: an activity whose method throws is not uninitialized a second time.
                activity.Runtime.Result = ActivityExecutionResult.Uninitialized;
                activity.Uninitialize(port);
            }
            catch (Exception late)
            {
                exception ??= late;
            }
        }
    }
}
