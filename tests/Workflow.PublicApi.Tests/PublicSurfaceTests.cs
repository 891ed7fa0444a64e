using System.Runtime.CompilerServices;
using Workflow.PublicApi.Tests.Surface;

namespace Workflow.PublicApi.Tests;

/// <summary>Tests that the public API equals a reviewed file, so that the diff of a commit shows each change of the API.</summary>
public sealed class PublicSurfaceTests
{
    private const string AcceptVariable = "WORKFLOW_ACCEPT_API";

    [Theory]
    [InlineData("Workflow.Core")]
    [InlineData("Workflow.Extensions.AspNetCore")]
    [InlineData("Workflow.Extensions.Hosting")]
    [InlineData("Workflow.Extensions.Hosting.Sql")]
    [InlineData("Workflow.Interop.Legacy")]
    [InlineData("Workflow.Persistence.Conformance")]
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

    /// <summary>Returns the folder of the project. A deterministic build replaces source paths, so the search starts at the output folder.</summary>
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
