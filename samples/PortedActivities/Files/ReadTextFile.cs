using System;
using System.ComponentModel;
using System.IO;
using Workflow;

namespace PortedActivities.Files;

/// <summary>Reads a text file; the thread is free while the disk works, and the file is closed as soon as the activity is canceled.</summary>
public class ReadTextFile : AsyncCodeActivity<string>
{
    public ReadTextFile()
    {
        BufferSize = 4096;
    }

    [RequiredArgument]
    public InArgument<string> FileName { get; set; }

    [DefaultValue(4096)]
    public int BufferSize { get; set; }

    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        if (BufferSize <= 0)
        {
            metadata.AddValidationError("The buffer of '" + DisplayName + "' must have room for at least one byte.");
        }
    }

    protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object state)
    {
        FileReadOperation operation = new FileReadOperation(OpenRead(FileName.Get(context)), BufferSize, callback, state);
        context.UserState = operation;
        operation.Start();
        return operation;
    }

    protected override string EndExecute(AsyncCodeActivityContext context, IAsyncResult result)
    {
        using (FileReadOperation operation = (FileReadOperation)result)
        {
            if (operation.IsStopped)
            {
                context.MarkCanceled();
                return null;
            }

            return operation.End();
        }
    }

    protected override void Cancel(AsyncCodeActivityContext context)
    {
        ((FileReadOperation)context.UserState).Stop();
    }

    /// <summary>Opens the stream to read. The stream is a file, unless a derived activity overrides this method.</summary>
    protected virtual Stream OpenRead(string fileName)
    {
        return new FileStream(fileName, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, FileOptions.Asynchronous);
    }
}
