using System.Runtime.CompilerServices;
using Workflow.PublicApi.Tests.Surface;

namespace Workflow.PublicApi.Tests;

/// <summary>The public surface is a reviewed file: what changes it shows up in the diff of a commit.</summary>
public sealed class PublicSurfaceTests
{
    private const string AcceptVariable = "WORKFLOW_ACCEPT_API";

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Sql")]
    [InlineData("Workflow.Testing")]
    [InlineData("Workflow.Tracking.Etw")]
    public void PublicSurface_OfThePackage_IsTheReviewedOne(string assembly)
    {
        string file = Path.Combine(Folder(), $"{assembly}.PublicApi.txt");
        string actual = PublicSurface.Of(System.Reflection.Assembly.Load(assembly).GetTypes());
        if (Environment.GetEnvironmentVariable(AcceptVariable) == "1")
        {
            File.WriteAllText(file, actual);
        }

        string reviewed = File.Exists(file) ? File.ReadAllText(file).ReplaceLineEndings("\n") : string.Empty;
        Assert.True(
            reviewed == actual,
            $"The public surface of {assembly} differs from '{Path.GetFileName(file)}' (- reviewed, + actual):\n{LineDifference.Of(reviewed, actual)}"
            + $"To accept it, run this test once with the environment variable {AcceptVariable}=1 and review the file's diff before you commit it.");
    }

    /// <summary>The project's folder; a deterministic build has no real paths in it, so it is looked for from the output.</summary>
    private static string Folder([CallerFilePath] string path = "")
    {
        DirectoryInfo? folder = new(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Workflow.PublicApi.Tests.csproj")))
        {
            folder = folder.Parent;
        }

        return folder?.FullName ?? Path.GetDirectoryName(path)!;
    }
}
